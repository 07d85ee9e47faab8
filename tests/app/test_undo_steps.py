"""Undo steps of large matrices: each kind of edit comes back exactly, and keeps no more than what it changed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from attnviz import Alibi, GivenWeights, Mask, Projected, Scenario
from attnviz.app import what_changed
from attnviz.app.what_changed import ChangedCells, Snapshots, as_one, step_between
from attnviz.engine.arrays import Bools
from attnviz.engine.edits import (
    insert,
    paint_cells,
    paint_custom,
    remove,
    set_bias,
    set_block,
    set_cell,
    set_heads,
    set_mask,
    set_matrix,
    set_positions,
    set_token,
    set_window,
    toggle_padding,
)
from attnviz.engine.errors import AttentionError

TOKENS = 400
Edit = Callable[[Scenario], Scenario]


def layer(**settings: object) -> Scenario:
    rng = np.random.default_rng(3)
    X, W = rng.standard_normal((TOKENS, 8)), rng.standard_normal((8, 8))
    labels = tuple(f"t{row}" for row in range(TOKENS))
    return Scenario(Projected(X, W, W, W), tokens=labels, heads=2, dtype="float64", **settings)  # type: ignore[arg-type]


def shuffled(scenario: Scenario) -> Scenario:
    return set_matrix(scenario, "X", scenario.matrix("X")[::-1])


EDITS: dict[str, Edit] = {
    "a cell": lambda now: set_cell(now, "X", 300, 3, 0.25),
    "a block": lambda now: set_block(now, "X", 100, 2, np.ones((50, 4))),
    "every number": shuffled,
    "a label": lambda now: set_token(now, "tokens", 7, "new"),
    "a painted cell": lambda now: paint_custom(now, 5, 6, False),
    "a painted cell of a mask": lambda now: paint_custom(now, 200, 6, False),
    "a padded key": lambda now: toggle_padding(now, 9),
    "a causal mask": lambda now: set_mask(now, causal=True),
    "a window": lambda now: set_window(now, (3, 0)),
    "no custom mask": lambda now: set_mask(now, custom=None),
    "a bias": lambda now: set_bias(now, "shared"),
    "a bias of each head": lambda now: set_bias(now, "per_head"),
    "a temperature": lambda now: replace(now, temperature=2.0),
    "heads": lambda now: set_heads(now, 4),
    "positions": lambda now: set_positions(now, Alibi()),
    "one token more": lambda now: insert(now, "T", 10),
    "one token less": lambda now: remove(now, "T", 10),
    "labels and a mask": lambda now: paint_custom(set_token(now, "tokens", 1, "b"), 1, 2, False),
}
STARTS = {
    "plain": layer(),
    "masked": layer(mask=Mask(custom=np.tri(TOKENS, dtype=np.bool_), padding=(3,))),
    "all shown by a mask": layer(mask=Mask(custom=np.ones((TOKENS, TOKENS), dtype=np.bool_))),
    "biased": layer(bias=np.zeros((TOKENS, TOKENS))),
}


@pytest.fixture(autouse=True)
def _every_matrix_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_changed, "SNAPSHOT_LIMIT", 0)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("edit", EDITS)
def test_undo_and_redo_give_exactly_the_scenarios_before_and_after(start: str, edit: str) -> None:
    before = STARTS[start]
    after = EDITS[edit](before)
    step = step_between(before, after)
    assert isinstance(step, ChangedCells)
    assert step.before(after) == before
    assert step.after(before) == after


def kept(step: ChangedCells | Snapshots) -> int:
    """Bytes that only this step holds."""
    assert isinstance(step, ChangedCells)
    cells = sum(own.places.nbytes + own.old.nbytes + own.new.nbytes for own in step.cells.values())
    return cells + sum(array.nbytes for pair in step.arrays.values() for array in pair if array is not None)


@pytest.mark.parametrize("edit", ["a cell", "a label", "a painted cell", "a padded key", "a causal mask", "a window"])
@pytest.mark.parametrize("start", STARTS)
def test_a_small_edit_keeps_a_few_bytes_of_large_arrays(start: str, edit: str) -> None:
    before = STARTS[start]
    assert kept(step_between(before, EDITS[edit](before))) < 100


def test_an_edit_of_a_bias_keeps_its_cell() -> None:
    before = STARTS["biased"]
    assert kept(step_between(before, set_cell(before, "bias", 5, 6, -np.inf))) < 100


def test_an_edit_of_given_weights_keeps_its_cell() -> None:
    before = Scenario(GivenWeights(np.full((2, 300, 300), 1 / 300)))
    after = set_cell(before, "weights", 5, 6, 0.5, head=1)
    step = step_between(before, after)
    assert kept(step) < 100
    assert step.before(after) == before


def test_where_every_number_changed_arrays_are_kept_whole_rather_than_cell_by_cell() -> None:
    before = STARTS["plain"]
    assert kept(step_between(before, shuffled(before))) == 2 * before.matrix("X").nbytes


def test_an_undone_edit_looks_only_where_it_is_known_to_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    before = STARTS["masked"]
    after = set_cell(before, "X", 300, 3, 0.25)
    sizes: list[int] = []
    real = np.flatnonzero

    def flatnonzero(marks: Bools) -> npt.NDArray[np.intp]:
        sizes.append(marks.size)
        return real(marks)

    monkeypatch.setattr(np, "flatnonzero", flatnonzero)
    step_between(before, after)
    assert sizes == [before.matrix("X").shape[1]]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("first", EDITS)
def test_two_steps_as_one_lead_from_before_the_first_to_after_the_second(start: str, first: str) -> None:
    before = STARTS[start]
    between = EDITS[first](before)
    for second in EDITS.values():
        try:
            after = second(between)
        except AttentionError:
            continue  # it cannot follow the first
        joined = as_one(step_between(before, between), step_between(between, after), after)
        if joined is not None:
            assert joined.before(after) == before
            assert joined.after(before) == after
            assert joined.is_nothing == (before == after)


@pytest.mark.parametrize("start", STARTS)
def test_a_stroke_that_comes_back_to_where_it_began_is_nothing(start: str) -> None:
    before = STARTS[start]
    there = paint_cells(before, [(5, 4), (7, 2)], False)
    back = paint_cells(there, [(5, 4), (7, 2)], True)
    joined = as_one(step_between(before, there), step_between(there, back), back)
    assert joined is not None
    assert joined.is_nothing == (before == back)


@pytest.mark.parametrize("start", STARTS)
def test_a_stroke_that_goes_on_looks_at_no_array(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = STARTS[start]
    middle = paint_cells(before, [(row, 1) for row in range(2, 9)], False)
    after = paint_cells(middle, [(row, 0) for row in range(5, 12)], False)
    steps = step_between(before, middle), step_between(middle, after)
    sizes: list[int] = []
    for name in ("sort", "searchsorted", "flatnonzero", "count_nonzero", "array_equal"):
        real = getattr(np, name)

        def noted(*arrays: npt.NDArray[np.intp], real: Callable[..., object] = real) -> object:
            sizes.extend(np.size(array) for array in arrays)
            return real(*arrays)

        monkeypatch.setattr(np, name, noted)
    joined = as_one(*steps, after)
    assert joined is not None
    assert max(sizes) <= 14
    assert joined.before(after) == before


def test_a_zero_that_lost_its_sign_comes_back_without_it() -> None:
    before = set_cell(layer(), "W_Q", 0, 2, 0.0)
    after = set_block(before, "W_Q", 0, 0, np.array([[-0.0, 1.0, -0.0]]))
    back = step_between(before, after).before(after)
    assert np.signbit(after.matrix("W_Q")[0, 2])
    assert back.matrix("W_Q").tobytes() == before.matrix("W_Q").tobytes()


def test_the_second_edit_of_a_stroke_loads_no_masked_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    before = layer()
    middle = paint_cells(before, [(2, 1)], False)
    after = paint_cells(middle, [(3, 1)], False)
    monkeypatch.delattr(np, "ma", raising=False)  # first, for it loads what it looks for
    monkeypatch.delitem(sys.modules, "numpy.ma", raising=False)
    assert as_one(step_between(before, middle), step_between(middle, after), after) is not None
    assert "numpy.ma" not in sys.modules


def test_the_first_edit_of_a_stroke_looks_at_no_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    before = layer()
    after = paint_cells(before, [(7, 2), (3, 1), (7, 2)], False)
    seen: list[int] = []
    for name in ("count_nonzero", "nonzero"):
        real = getattr(np, name)
        monkeypatch.setattr(np, name, lambda array, real=real: seen.append(array.size) or real(array))
    step = step_between(before, after)
    assert seen == []
    assert isinstance(step, ChangedCells)
    assert step.cells["mask.custom"].places.tolist() == [3 * TOKENS + 1, 7 * TOKENS + 2]
    assert step.before(after) == before
    assert step.after(before) == after
