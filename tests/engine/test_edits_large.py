"""One edit of a large matrix: what did not change is neither copied, nor looked at, nor compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from attnviz import Mask, Projected, Scenario
from attnviz.engine import arrays, replacing
from attnviz.engine import scenario as scenarios
from attnviz.engine.arrays import frozen
from attnviz.engine.edits import paint_custom, set_bias, set_block, set_cell, set_token
from attnviz.engine.errors import NonFinite, Where
from attnviz.engine.replacing import changed_part, with_block, with_cells

TOKENS = 2000


@pytest.fixture(scope="module")
def large() -> Scenario:
    rng = np.random.default_rng(7)
    X, W = rng.standard_normal((TOKENS, 16)), rng.standard_normal((16, 16))
    labels = tuple(f"t{row}" for row in range(TOKENS))
    return Scenario(Projected(X, W, W, W), tokens=labels, heads=2, dtype="float64")


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many numbers were checked or compared, each time."""
    sizes: list[int] = []
    check, equal, differ = arrays.check_finite, np.array_equal, replacing.rows_that_differ

    def checked(array: Any, name: str, **options: Any) -> None:
        sizes.append(array.size)
        check(array, name, **options)

    def compared(left: Any, right: Any) -> bool:
        sizes.append(np.size(left))
        return equal(left, right)

    monkeypatch.setattr(arrays, "check_finite", checked)

    def told_apart(old: Any, new: Any) -> Any:
        sizes.append(np.size(old))
        return differ(old, new)

    monkeypatch.setattr(np, "array_equal", compared)
    monkeypatch.setattr(replacing, "rows_that_differ", told_apart)
    return sizes


def test_an_edit_of_one_cell_looks_at_no_more_of_that_matrix(large: Scenario, looked_at: list[int]) -> None:
    after = set_cell(large, "X", 1500, 3, 0.5)
    assert after != large
    assert max(looked_at) <= large.matrix("W_Q").size  # so few that they cost nothing


def test_an_edit_changes_that_cell_and_shares_the_rest(large: Scenario) -> None:
    after = set_cell(large, "X", 1500, 3, 0.5)
    wanted = large.matrix("X").copy()
    wanted[1500, 3] = 0.5
    np.testing.assert_array_equal(after.matrix("X"), wanted)
    assert after.matrix("W_Q") is large.matrix("W_Q")
    assert after.tokens is large.tokens
    assert not after.matrix("X").flags.writeable


def test_labels_are_read_once_however_many_edits_follow(large: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    def text(value: Any, _name: str, _where: Where) -> str:
        read.append(value)
        return str(value)

    monkeypatch.setattr(scenarios, "text", text)
    set_cell(large, "X", 1500, 3, 0.5)
    replace(large, temperature=2.0)
    assert set(read) <= {large.title}


def test_the_same_number_again_is_no_edit(large: Scenario) -> None:
    assert set_cell(large, "X", 7, 3, float(large.matrix("X")[7, 3])) is large


def test_a_number_that_is_none_is_refused_with_its_place(large: Scenario) -> None:
    with pytest.raises(NonFinite, match="X, row 1501, column 4 is nan"):
        set_cell(large, "X", 1500, 3, float("nan"))


def test_minus_infinity_in_a_bias_is_not_taken_for_finite_later(large: Scenario) -> None:
    biased = set_cell(set_bias(large, "shared"), "bias", 5, 6, float("-inf"))
    assert biased.bias is not None
    with pytest.raises(NonFinite, match="row 6, column 7"):
        frozen(biased.bias, "X", 2)


def test_one_painted_cell_of_a_custom_mask_is_one_cell(large: Scenario, looked_at: list[int]) -> None:
    first = paint_custom(large, 3, 4, False)
    looked_at.clear()
    second = paint_custom(first, 1999, 0, False)
    assert second != first
    assert max(looked_at) == 1
    assert second.mask.custom is not None
    assert np.argwhere(~second.mask.custom).tolist() == [[3, 4], [1999, 0]]


def test_painting_the_last_hidden_cell_visible_leaves_no_mask(large: Scenario) -> None:
    assert paint_custom(paint_custom(large, 3, 4, False), 3, 4, True).mask == Mask()


def test_it_is_known_where_a_block_made_a_difference(large: Scenario) -> None:
    before = large.matrix("X")
    after = set_block(large, "X", 100, 2, [[1.0, 2.0], [3.0, 4.0]]).matrix("X")
    part = changed_part(before, after)
    assert part == slice(100 * 16, 102 * 16)
    assert changed_part(after, before) == part
    assert changed_part(before, large.matrix("W_Q")) is None


def test_cells_put_back_give_the_old_numbers_exactly(large: Scenario) -> None:
    before = large.matrix("X")
    places = np.array([5, 17, 20000])
    changed = with_cells(before, places, np.array([1.0, 2.0, 3.0]))
    assert changed.ravel()[places].tolist() == [1.0, 2.0, 3.0]
    back = with_cells(changed, places, before.ravel()[places])
    np.testing.assert_array_equal(back, before)


def test_a_block_of_one_head_leaves_the_others(large: Scenario) -> None:
    weights = frozen(np.arange(24.0).reshape(2, 3, 4), "weights", 3)
    after = with_block(weights, np.array([[-1.0]]), 2, 1, head=1)
    assert after[1, 2, 1] == -1
    np.testing.assert_array_equal(after[0], weights[0])


def test_a_renamed_token_compares_no_matrix(large: Scenario, looked_at: list[int]) -> None:
    assert set_token(large, "tokens", 5, "new").query_labels[5] == "new"
    assert looked_at == []


def test_one_number_laid_over_a_whole_matrix_is_looked_at_once(large: Scenario, looked_at: list[int]) -> None:
    before = large.matrix("X")
    after = set_block(large, "X", 0, 0, np.broadcast_to(0.5, before.shape)).matrix("X")
    assert (after == 0.5).all()
    assert after.shape == before.shape
    assert not after.flags.writeable
    small = large.matrix("W_Q").size
    assert [size for size in looked_at if size != small] == [1, before.size]  # is it finite, and where does it differ


@pytest.mark.parametrize("number", [0.0, -0.0, 0.5])
def test_a_cleared_matrix_is_handed_out_as_zeros_that_nobody_writes(
    large: Scenario, monkeypatch: pytest.MonkeyPatch, number: float
) -> None:
    written: list[bool] = []
    memory = replacing.memory

    def handed_out(*shape: Any, zeros: bool = False) -> Any:
        written.append(not zeros)
        return memory(*shape, zeros=zeros)

    monkeypatch.setattr(replacing, "memory", handed_out)
    before = large.matrix("X")
    after = set_block(large, "X", 0, 0, np.broadcast_to(number, before.shape)).matrix("X")
    assert written == [str(number) != "0.0"]
    assert (after == number).all()
    assert (np.signbit(after) == np.signbit(number)).all()
    assert not after.flags.writeable
    assert changed_part(before, after) == slice(0, before.size)


def test_a_block_is_not_copied_before_it_is_put_in(large: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[int] = []
    copy = arrays.sealed_copy
    monkeypatch.setattr(arrays, "sealed_copy", lambda array: copied.append(array.size) or copy(array))
    block = np.random.default_rng(3).normal(size=large.matrix("X").shape)
    after = set_block(large, "X", 0, 0, block).matrix("X")
    assert copied == []
    np.testing.assert_array_equal(after, block)
    block[0, 0] = 99
    assert after[0, 0] != 99


def test_the_first_bad_number_of_a_block_that_repeats_one_is_named(large: Scenario) -> None:
    with pytest.raises(NonFinite, match="X, row 3, column 2 is nan"):
        set_block(large, "X", 2, 1, np.broadcast_to(np.nan, (4, 5)))


def test_a_number_of_one_head_of_a_shared_bias_is_put_into_one_matrix_for_each(large: Scenario) -> None:
    shared = set_cell(set_bias(large, "shared"), "bias", 5, 6, 0.25)
    repeated = set_bias(shared, "per_head")
    after = set_cell(repeated, "bias", 7, 8, 3.0, head=1).bias
    assert after is not None
    assert repeated.bias is not None
    wanted = repeated.bias.copy()
    wanted[1, 7, 8] = 3.0
    np.testing.assert_array_equal(after, wanted)
