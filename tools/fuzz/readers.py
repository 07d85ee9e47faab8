"""The readers, each with whole files to damage, and with an independent reading that a result is compared with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attnviz.content.attn_file import decode
from attnviz.content.blocks import parse_block
from attnviz.content.importing import read
from attnviz.content.importing.found import Found
from tools.fuzz import project_files, samples
from tools.fuzz.independent import (
    bracketed_rows,
    json_rows,
    long_values,
    npy_array,
    npz_arrays,
    plain_rows,
    safetensors_arrays,
)

Check = Callable[[bytes], bool]


class WrongNumber(Exception):
    """A damaged file was read as other numbers than an independent reader finds in it."""


@dataclass(frozen=True)
class Reader:
    """Its name, whole files to begin with, and what reads a damaged one: False if nothing could be compared.

    Reading raises AttentionError for what it refuses; anything else is a fault.
    """

    name: str
    samples: tuple[bytes, ...]
    check: Check


def _read(data: bytes) -> Found:
    """What was found. Raises why there are no numbers in a text."""
    found = read(data, "file")
    if found.problem is not None:
        raise found.problem
    return found


def _table(data: bytes) -> bool:
    found = _read(data)
    return _same(found, plain_rows(data))


def _printout(data: bytes) -> bool:
    found = _read(data)
    return _same(found, bracketed_rows(data)) if found.kind == "printout" else False


def _json(data: bytes) -> bool:
    found = _read(data)
    return _same(found, json_rows(data))


def _block(data: bytes) -> bool:
    values = parse_block(data.decode("utf-8", "replace"))
    _equal(values, plain_rows(data))
    return plain_rows(data) is not None


def _npy(data: bytes) -> bool:
    found = read(data, "file")
    return _same(found, npy_array(data)) if found.kind == "npy" else False


def _npz(data: bytes) -> bool:
    found = read(data, "file")
    if found.kind != "npz":
        return False
    return _same_by_name(found, npz_arrays(data))


def _safetensors(data: bytes) -> bool:
    found = read(data, "file")
    if found.kind not in ("safetensors", "checkpoint"):
        return False
    return _same_by_name(found, safetensors_arrays(data))


def _scenario(data: bytes) -> bool:
    found = decode(data, "file")
    try:
        told = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    for name, values in found.inputs.items():
        _equal(values.astype(np.float64), np.array(told["inputs"][name], dtype=np.float64))
    return True


def _packed_scenario(data: bytes) -> bool:
    found = decode(data, "file")
    expected = npz_arrays(data) or {}
    for name, values in found.inputs.items():
        _equal(values, expected.get(name))
    return bool(expected)


def _long(data: bytes) -> bool:
    found = _read(data)
    expected = long_values(data)
    if expected is None or "export" not in found.words:
        return False
    for array in found.arrays:
        _equal(array.values, expected[array.name])
    return True


def _any(data: bytes) -> bool:
    found = read(data, "file")
    for array in found.arrays:
        values = array.values
        if values.dtype.kind == "f" and (np.isnan(values).any() or np.isposinf(values).any()):
            raise WrongNumber("a number that is not finite came through")
    return False


def _same(found: Found, expected: np.ndarray | None) -> bool:
    """True if the one array is the expected one; False if there is nothing to compare with."""
    if expected is None or len(found.arrays) != 1:
        return False
    _equal(found.arrays[0].values, expected)
    return True


def _same_by_name(found: Found, expected: dict[str, np.ndarray] | None) -> bool:
    if expected is None:
        return False
    compared = False
    for array in found.arrays:
        if array.name in expected:
            _equal(array.values, expected[array.name])
            compared = True
    return compared


def _equal(values: np.ndarray, expected: np.ndarray | None) -> None:
    if expected is None:
        return
    both = values.astype(np.float64), np.asarray(expected).astype(np.float64)
    if both[0].size != both[1].size or not np.array_equal(both[0].ravel(), both[1].ravel()):
        raise WrongNumber(f"{values.tolist()} instead of {np.asarray(expected).tolist()}"[:400])


READERS = {
    reader.name: reader
    for reader in (
        Reader("table", samples.TABLES, _table),
        Reader("printout", samples.PRINTOUTS, _printout),
        Reader("json", samples.JSON, _json),
        Reader("block", samples.BLOCKS, _block),
        Reader("long", samples.LONG, _long),
        Reader("tokens", samples.TOKENS, _any),
        Reader("npy", samples.NPY, _npy),
        Reader("npz", samples.NPZ, _npz),
        Reader("safetensors", samples.SAFETENSORS, _safetensors),
        Reader("attn", samples.ATTN, _scenario),
        Reader("packed-attn", samples.PACKED_ATTN, _packed_scenario),
        Reader("model", project_files.WEIGHTS, project_files.weights_of_a_model),
        Reader("model-config", project_files.CONFIGS, project_files.config_of_a_model),
        Reader("picture", project_files.PICTURES, project_files.picture),
        Reader("lesson", project_files.LESSONS, project_files.lesson),
        Reader("progress", project_files.PROGRESS, project_files.progress),
        Reader("anything", (*samples.TABLES, *samples.JSON, *samples.NPY, *samples.NPZ, *samples.PRINTOUTS), _any),
    )
}
