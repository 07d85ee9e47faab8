"""Matrices that stand under a head's number, as a list of heads in PyTorch names them, are heads of one layer."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt
import pytest

from attnviz import trace
from attnviz.content.importing import Plan, plan, read, suggest

RNG = np.random.default_rng(8)
X = RNG.normal(size=(4, 6))
HEADS = {letter: RNG.normal(size=(2, 3, 6)) for letter in ("query", "key", "value")}
W_O = RNG.normal(size=(6, 6))


def planned(**arrays: npt.NDArray[np.float64]) -> Plan:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return plan(suggest([read(file.getvalue(), "layer.npz")]))


@pytest.mark.parametrize("above", ["sa.", "", "blocks.0.sa."])
def test_a_list_of_heads_computes_what_its_program_computes(above: str) -> None:
    named = {f"{above}heads.{head}.{letter}.weight": each[head] for letter, each in HEADS.items() for head in (0, 1)}
    made = planned(x=X, **named, **{"sa.proj.weight": W_O})
    assert made.scenario is not None
    outputs = []
    for head in (0, 1):
        Q, K, V = (X @ HEADS[letter][head].T for letter in ("query", "key", "value"))
        weights = np.exp(Q @ K.T / np.sqrt(3))
        outputs.append(weights / weights.sum(axis=1, keepdims=True) @ V)
    np.testing.assert_allclose(trace(made.scenario).at("output"), np.hstack(outputs) @ W_O.T)


def test_written_matrices_under_a_head_are_heads_too() -> None:
    named = {f"head_{head}.W_{letter[0].upper()}": each[head].T for letter, each in HEADS.items() for head in (0, 1)}
    made = planned(X=X, **named)
    assert made.heads == 2


def test_matrices_under_numbered_layers_are_no_heads() -> None:
    named = {f"layers.{at}.{letter}.weight": each[at] for letter, each in HEADS.items() for at in (0, 1)}
    assert planned(x=X, **named).heads == 1
