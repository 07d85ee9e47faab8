"""Readers for the answers in tests/golden, which this project did not compute."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).parent.parent / "golden"


@dataclass(frozen=True)
class Case:
    """One case of a collection: its settings, the arrays that go in and those that must come out."""

    name: str
    kind: str
    params: dict[str, Any]
    tags: tuple[str, ...]
    tolerance: float
    given: dict[str, np.ndarray]
    expected: dict[str, np.ndarray]
    dead_rows: bool = False

    def __str__(self) -> str:
        return self.name


@cache
def figures() -> dict[str, Any]:
    """The figures worked out by hand."""
    return json.loads((GOLDEN / "figures.json").read_text(encoding="utf-8"))


@cache
def torch_cases(kind: str) -> tuple[Case, ...]:
    """The PyTorch cases of one kind; boolean masks are True where a key may be seen, inputs are float64."""
    manifest = json.loads((GOLDEN / "torch_open.json").read_text(encoding="utf-8"))
    with np.load(GOLDEN / "torch_open.npz", allow_pickle=False) as stored:
        buffers = {name: stored[name] for name in stored.files}

    def array(entry: list[Any]) -> np.ndarray:
        buffer, offset, shape, *boolean = entry
        part = buffers[buffer][offset : offset + int(np.prod(shape))].reshape(shape)
        return part.astype(bool if boolean else np.float64)

    return tuple(
        Case(
            name=case["name"],
            kind=kind,
            params=case["params"],
            tags=tuple(case["tags"]),
            tolerance=case["tol"],
            given={name: array(entry) for name, entry in case["in"].items()},
            expected={name: array(entry) for name, entry in case["out"].items()},
            dead_rows=case.get("dead_rows", False),
        )
        for case in manifest["cases"]
        if case["kind"] == kind
    )


@cache
def all_torch_cases() -> tuple[str, ...]:
    """The names of all PyTorch cases, of every kind, in the order of the manifest."""
    manifest = json.loads((GOLDEN / "torch_open.json").read_text(encoding="utf-8"))
    return tuple(case["name"] for case in manifest["cases"])


@cache
def onnx_cases(operator: str | None = None) -> tuple[Case, ...]:
    """The ONNX cases of one operator, or all; `kind` is the operator, `tolerance` the relative one of the operator.

    What is bfloat16 there, which NumPy does not have, is stored as float32 that holds the same numbers; its case has
    the tag "bfloat16".
    """
    manifest = json.loads((GOLDEN / "onnx_cases.json").read_text(encoding="utf-8"))
    with np.load(GOLDEN / "onnx_cases.npz", allow_pickle=False) as stored:
        return tuple(
            Case(
                name=case["name"],
                kind=case["op"],
                params=case["attrs"],
                tags=tuple(case["tags"]),
                tolerance=case["rtol"],
                given={name: stored[entry["key"]] for name, entry in case["inputs"].items()},
                expected={name: stored[entry["key"]] for name, entry in case["outputs"].items()},
                dead_rows="fully-masked-row->0" in case["tags"],
            )
            for case in manifest["cases"]
            if operator in (None, case["op"])
        )


def real(name: str) -> dict[str, np.ndarray]:
    """The arrays of one stored real layer or head."""
    with np.load(GOLDEN / f"{name}.npz", allow_pickle=False) as stored:
        return {key: stored[key] for key in stored.files}


def side_by_side(heads: np.ndarray) -> np.ndarray:
    """(h, T, d) as (T, h·d), heads from left to right."""
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


def split(columns: np.ndarray, heads: int) -> np.ndarray:
    """(..., T, h·d) as (..., h, T, d)."""
    parts = columns.reshape(*columns.shape[:-1], heads, columns.shape[-1] // heads)
    return np.swapaxes(parts, -2, -3)
