"""Finished stages in a file settle what its matrices leave open, and a scenario that computes others is told of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz import Mask, Projected, Rotary, Scenario, trace
from attnviz.content.documents.export import Order, export_bytes
from attnviz.content.importing import Plan, plan, read, suggest
from attnviz.content.presets import preset


def imported(scenario: Scenario, kind: str, names: tuple[str, ...] = ()) -> Plan:
    data = export_bytes(trace(scenario), Order(kind, names, carry=False))  # type: ignore[arg-type]
    return plan(suggest([read(data, f"export.{kind}")]))


KINDS = ["csv", "json", "npz"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["two-heads", "grouped-query", "by-hand", "cross-attention", "one-query"])
def test_heads_are_told_by_the_width_of_finished_stages(name: str, kind: str) -> None:
    before, made = preset(name), imported(preset(name), kind)
    assert made.scenario is not None
    assert (made.scenario.sizes.heads, made.scenario.sizes.kv_heads) == (before.sizes.heads, before.sizes.kv_heads)
    assert not any("Warning" in note for note in made.notes)
    np.testing.assert_array_equal(trace(made.scenario).at("weights", 0), trace(before).at("weights", 0))


@pytest.mark.parametrize("kind", KINDS)
def test_one_head_of_a_file_does_not_say_that_there_is_one(kind: str) -> None:
    data = export_bytes(trace(preset("two-heads")), Order(kind, head=1))  # type: ignore[arg-type]
    made = plan(suggest([read(data, "export")]))
    assert made.heads == 2
    assert not any("Warning" in note for note in made.notes)


@pytest.mark.parametrize("kind", KINDS)
def test_the_mask_is_what_the_masked_scores_hide(kind: str) -> None:
    made = imported(preset("by-hand-causal"), kind)
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.mask.allowed(3, 3), np.tri(3, dtype=bool))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "change", [{"temperature": 3.0}, {"scale": False}, {"positions": Rotary()}, {"softcap": 0.5}], ids=str
)
def test_other_weights_than_those_of_the_file_are_told_of(change: dict, kind: str) -> None:
    made = imported(replace(preset("by-hand"), **change), kind)
    (warning,) = (note for note in made.notes if note.startswith("Warning"))
    assert "in the file, but this scenario computes" in warning


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_file_cannot_say_is_said(kind: str) -> None:
    assert any("does not say scale" in note for note in imported(preset("by-hand"), kind).notes)


def test_a_transposed_square_projection_is_settled_by_the_queries() -> None:
    X, W = np.array([[1.0, 2.0], [3.0, 5.0]]), np.array([[0.0, 1.0], [2.0, 3.0]])
    text = f'{{"X": {X.tolist()}, "W_Q": {W.tolist()}, "queries": {{"values": {(X @ W.T).tolist()}}}}}'
    made = plan(suggest([read(text, "notebook")]))
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.matrix("W_Q"), W.T)


def test_an_export_leaves_no_square_projection_open() -> None:
    made = imported(preset("two-heads"), "npz")
    products = [choice for placed in made.placed for choice in placed.choices if choice.key == "product"]
    assert len(products) == 4
    assert all(choice.certain and choice.value == "XW" for choice in products)


def test_float32_is_near_enough() -> None:
    rng = np.random.default_rng(1)
    inputs = Projected(*(rng.normal(size=(4, 4)) for _ in range(4)))
    made = imported(Scenario(inputs, dtype="float32", heads=2), "npz")
    assert not any("Warning" in note for note in made.notes)


def test_a_mask_that_hides_nothing_is_none() -> None:
    made = imported(preset("by-hand"), "json")
    assert made.scenario is not None
    assert made.scenario.mask == Mask()
