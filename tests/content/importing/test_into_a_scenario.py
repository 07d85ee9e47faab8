"""Import into what is there: what fits replaces, what does not says what to import with it."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.content.importing import Part, place, plan
from attnviz.content.importing.found import FoundTexts, array_of
from attnviz.content.presets import preset
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario

BY_HAND = preset("by-hand")  # three tokens, d_model 2, d_k 2


def _part(target: str, values: object) -> Part:
    return Part(array_of(np.asarray(values, dtype=float)), target)


def test_one_matrix_is_replaced_and_all_else_stays() -> None:
    made = place([_part("W_Q", [[5, 6], [7, 8]])], BY_HAND)
    np.testing.assert_array_equal(made.matrix("W_Q"), [[5, 6], [7, 8]])
    np.testing.assert_array_equal(made.matrix("W_K"), BY_HAND.matrix("W_K"))
    assert (made.title, made.tokens) == (BY_HAND.title, BY_HAND.tokens)


def test_more_rows_of_x_leave_out_the_labels_and_it_is_said() -> None:
    made = plan([_part("X", np.ones((5, 2)))], BY_HAND)
    assert made.scenario is not None
    assert made.scenario.tokens is None
    assert made.notes == ("The 3 labels of tokens are left out: there are 5 now.",)


def test_an_x_of_another_width_says_what_to_import_with_it() -> None:
    made = plan([_part("X", np.ones((3, 4)))], BY_HAND)
    assert str(made.problem) == (
        "W_Q has 2 rows but X has 4 columns. Import W_Q, W_K and W_V together with it, or change the sizes first."
    )


def test_matrices_that_change_together_are_imported_together() -> None:
    wide = [_part(name, np.ones((4, 2))) for name in ("W_Q", "W_K", "W_V")]
    made = place([_part("X", np.ones((3, 4))), *wide], BY_HAND)
    assert made.sizes.d_model == 4


def test_other_labels_than_there_are_queries_are_refused() -> None:
    made = plan([Part(FoundTexts(("a", "b")), "tokens")], BY_HAND)
    assert str(made.problem) == "tokens holds 2 labels but the scenario has 3 queries. Make them equal."


def test_a_mask_replaces_the_mask_and_it_is_said() -> None:
    before = Scenario(BY_HAND.inputs, mask=Mask(causal=True))
    made = plan([_part("mask", np.eye(3))], before)
    assert made.scenario is not None
    assert not made.scenario.mask.causal
    assert made.notes == ("The mask that there was is replaced.",)


def test_a_mask_of_another_size_is_refused() -> None:
    made = plan([_part("mask", np.eye(4))], BY_HAND)
    assert made.problem is not None
    assert "4×4" in str(made.problem)


def test_a_bias_of_minus_infinity_hides() -> None:
    made = place([_part("bias", [[0, -np.inf, 0], [0, 1, 0], [0, 0, 0]])], BY_HAND)
    assert made.bias is not None
    assert made.bias[0, 1] == -np.inf


@pytest.mark.parametrize("name", ["b_Q", "b_K", "b_V"])
def test_a_bias_of_a_projection_is_a_row(name: str) -> None:
    made = place([_part(name, [1, 2])], BY_HAND)
    np.testing.assert_array_equal(made.matrix(name), [1, 2])


def test_x_in_columns_is_told_by_the_size_of_w() -> None:
    made = place([_part("X", [[1, 2, 3, 4], [5, 6, 7, 8]])], BY_HAND)
    np.testing.assert_array_equal(made.matrix("X"), [[1, 5], [2, 6], [3, 7], [4, 8]])


def test_heads_of_the_scenario_stay() -> None:
    before = preset("two-heads")
    made = place([Part(array_of(before.matrix("W_Q") * 2), "W_Q")], before)
    assert made.heads == before.heads


def test_the_same_numbers_again_make_the_same_scenario() -> None:
    parts = [Part(array_of(values), name) for name, values in BY_HAND.inputs.items()]
    assert place(parts, BY_HAND) == BY_HAND


def test_rows_for_heads_that_share_keys_replace_x_and_the_sharing_stays() -> None:
    grouped = preset("grouped-query")  # four heads share two key/value heads; d_model 3
    made = place([_part("X", np.ones((4, 3)))], grouped)
    assert (made.heads, made.kv_heads) == (4, 2)
    np.testing.assert_array_equal(made.matrix("W_K"), grouped.matrix("W_K"))


def test_projections_of_one_width_end_the_sharing_of_keys() -> None:
    grouped = preset("grouped-query")
    parts = [_part("X", np.ones((4, 3))), *(_part(name, np.ones((3, 4))) for name in ("W_Q", "W_K", "W_V"))]
    assert place(parts, grouped).sizes.kv_heads == 4


def test_a_matrix_a_head_that_is_one_head_ends_the_sharing_of_keys() -> None:
    parts = [_part("X", np.ones((4, 3))), *(_part(name, np.ones((1, 3, 2))) for name in ("W_Q", "W_K", "W_V"))]
    made = place(parts, preset("grouped-query"))
    assert (made.sizes.heads, made.sizes.kv_heads) == (1, 1)


@pytest.mark.parametrize("into", [None, preset("grouped-query"), BY_HAND])
def test_heads_come_first_where_else_they_could_not_share_the_keys(into: Scenario | None) -> None:
    arrays = {"Q": (2, 3, 4), "K": (2, 5, 4), "V": (2, 5, 4)}  # read the other way round: 3 heads on 5
    made = place([_part(name, np.ones(shape)) for name, shape in arrays.items()], into)
    assert (made.sizes.heads, made.sizes.T, made.sizes.S) == (2, 3, 5)
