"""Single numbers among the arrays of a file are settings: used and said, or named as not used; one head is told of."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pytest

from attnviz.content.importing import Found, Plan, plan, read, suggest

W = {name: np.random.default_rng(3).normal(size=(6, 6)).round(3) for name in ("X", "W_Q", "W_K", "W_V", "W_O")}
COUNTS = ("heads", "n_heads", "num_heads", "n_head", "num_attention_heads")


def found_in(kind: str, settings: dict[str, Any]) -> Found:
    if kind == "json":
        return read(json.dumps({name: one.tolist() for name, one in W.items()} | settings), "layer.json")
    file = io.BytesIO()
    np.savez(file, **W, **settings)
    return read(file.getvalue(), "layer.npz")


def planned(kind: str, **settings: Any) -> Plan:
    return plan(suggest([found_in(kind, settings)]))


@pytest.mark.parametrize("kind", ["npz", "json"])
@pytest.mark.parametrize("name", COUNTS)
def test_a_number_of_heads_in_the_file_is_used_and_said(name: str, kind: str) -> None:
    made = planned(kind, **{name: 2})
    assert made.scenario is not None
    assert made.scenario.heads == 2
    assert any(f"{name} = 2" in note and "used" in note for note in made.notes)


@pytest.mark.parametrize("kind", ["npz", "json"])
def test_a_number_of_heads_that_does_not_divide_is_named_as_not_used(kind: str) -> None:
    made = planned(kind, n_heads=4)
    assert made.scenario is not None
    assert made.scenario.heads == 1
    assert any("Not used" in note and "n_heads = 4" in note for note in made.notes)


@pytest.mark.parametrize("name", ["kv_heads", "num_kv_heads", "num_key_value_heads"])
def test_key_value_heads_in_the_file_are_used(name: str) -> None:
    rng = np.random.default_rng(4)
    shapes = {"X": (4, 8), "W_Q": (8, 8), "W_K": (8, 4), "W_V": (8, 4)}
    arrays = {one: rng.normal(size=shape).tolist() for one, shape in shapes.items()}
    made = plan(suggest([read(json.dumps(arrays | {"n_heads": 4, name: 2}), "grouped.json")]))
    assert made.scenario is not None
    assert (made.scenario.heads, made.scenario.kv_heads) == (4, 2)


@pytest.mark.parametrize("kind", ["npz", "json"])
def test_heads_that_nothing_tells_are_told_of(kind: str) -> None:
    assert any(note.startswith("1 head: the arrays do not tell how many") for note in planned(kind).notes)
    assert not any(note.startswith("1 head:") for note in planned(kind, num_heads=2).notes)


@pytest.mark.parametrize("kind", ["npz", "json"])
@pytest.mark.parametrize("name", ["causal", "is_causal"])
def test_causal_in_the_file_hides_what_comes_after(name: str, kind: str) -> None:
    made = planned(kind, **{name: True})
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.mask.allowed(6, 6), np.tri(6, dtype=bool))


@pytest.mark.parametrize("kind", ["npz", "json"])
@pytest.mark.parametrize(("name", "value"), [("scale", 1.0), ("temperature", 2.0), ("softcap", 5.0)])
def test_a_factor_in_the_file_is_that_of_the_scenario(name: str, value: float, kind: str) -> None:
    made = planned(kind, **{name: value})
    assert getattr(made.scenario, name) == value
    assert any(f"{name} = " in note for note in made.notes)


def test_a_scale_that_is_the_root_divides() -> None:
    made = planned("json", scale=6**0.5)
    assert made.scenario is not None
    assert made.scenario.scale is True


@pytest.mark.parametrize("kind", ["npz", "json"])
@pytest.mark.parametrize(("name", "value"), [("temperature", -1.0), ("window", 2), ("causal", 7)])
def test_a_setting_that_cannot_be_is_named_as_not_used(name: str, value: float, kind: str) -> None:
    made = planned(kind, **{name: value})
    assert made.scenario is not None
    assert any("Not used" in note and f"{name} = " in note for note in made.notes)


def test_single_numbers_that_say_nothing_are_left_out_by_name() -> None:
    assert found_in("npz", {"epoch": 12}).skipped == ("Left out 1 single number: epoch.",)


def test_keys_that_heads_share_ask_for_both_counts() -> None:
    arrays = {"X": np.ones((4, 8)), "W_Q": np.ones((8, 8)), "W_K": np.ones((8, 4)), "W_V": np.ones((8, 4))}
    text = json.dumps({name: one.tolist() for name, one in arrays.items()})
    assert "say how many heads and key/value heads there are" in str(plan(suggest([read(text, "grouped")])).problem)
