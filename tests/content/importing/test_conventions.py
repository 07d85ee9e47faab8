"""Which way round: tokens, products, heads, masks and weights are guessed, said, and seen both ways."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.content.importing import Part, Placed, Plan, place, plan
from attnviz.content.importing.found import FoundArray, array_of
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.tracing import trace

RANDOM = np.random.default_rng(3)
# Four tokens of d_model 6 in columns, and W of 3×6 to stand on the left: Q = W·X, a query a column.
SHEET_X = RANDOM.integers(-2, 3, (6, 4)).astype(float)
SHEET_W = RANDOM.integers(-2, 3, (3, 6)).astype(float)
SQUARE = np.array([[1.0, 2, 0], [0, 1, 3], [4, 0, 1]])
X = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, 0, 1]])


def _array(values: object, name: str = "", rows: object = None, columns: object = None) -> FoundArray:
    return array_of(np.asarray(values), name, rows, columns)  # type: ignore[arg-type]


def _part(made: Plan, target: str) -> Placed:
    return next(one for one in made.placed if one.target == target)


def _choice(made: Plan, target: str, key: str) -> tuple[str, bool]:
    found = next(one for one in _part(made, target).choices if one.key == key)
    return found.value, found.certain


def test_tokens_in_columns_and_w_on_the_left_are_recognised_by_their_sizes() -> None:
    made = plan([Part(_array(SHEET_X), "X"), Part(_array(SHEET_W), "W_Q"), Part(_array(SHEET_W), "W_K")])
    assert made.scenario is not None
    np.testing.assert_array_equal(trace(made.scenario).at("queries", 0), (SHEET_W @ SHEET_X).T)
    assert _choice(made, "X", "tokens") == ("columns", True)
    assert _choice(made, "W_Q", "product") == ("XWt", True)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((3, 15, 14), "V has 14 rows but K has 15 rows"),
        ((40, 39, 40), "V has 40 rows but K has 39 rows"),
    ],
)
def test_where_no_reading_fits_the_sizes_are_told_with_tokens_in_rows(rows: tuple[int, int, int], said: str) -> None:
    made = plan([Part(_array(np.ones((count, 6))), name) for name, count in zip("QKV", rows, strict=True)])
    assert made.scenario is None
    assert said in str(made.problem)
    assert _choice(made, "K", "tokens")[0] == "rows"


def test_a_square_matrix_is_used_as_it_is_and_both_results_are_shown() -> None:
    made = plan([Part(_array(X), "X"), Part(_array(SQUARE), "W_Q")])
    assert _choice(made, "W_Q", "product") == ("XW", False)
    shown = {preview.value: preview.matrix for preview in _part(made, "W_Q").previews}
    np.testing.assert_array_equal(shown["XW"], X @ SQUARE)
    np.testing.assert_array_equal(shown["XWt"], X @ SQUARE.T)


def test_a_square_matrix_is_transposed_when_a_person_says_so() -> None:
    part = Part(_array(SQUARE), "W_Q").choosing("product", "XWt")
    made = plan([Part(_array(X), "X"), part])
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.matrix("W_Q"), SQUARE.T)
    assert not next(one for one in _part(made, "W_Q").choices if one.key == "product").guessed


def test_a_name_of_pytorch_says_that_w_is_transposed() -> None:
    made = plan([Part(_array(X), "X"), Part(_array(SQUARE, "layer.q_proj.weight"), "W_Q")])
    assert _choice(made, "W_Q", "product") == ("XWt", False)


def test_a_name_of_gpt2_says_that_w_is_not_transposed() -> None:
    made = plan([Part(_array(X), "X"), Part(_array(SQUARE, "h.0.attn.c_proj.weight"), "W_Q")])
    assert _choice(made, "W_Q", "product") == ("XW", False)


def test_labels_say_on_which_side_tokens_are() -> None:
    made = plan([Part(_array(SQUARE, "", None, ("the", "cat", "sat")), "X")])
    assert made.scenario is not None
    assert made.scenario.tokens == ("the", "cat", "sat")
    np.testing.assert_array_equal(made.scenario.matrix("X"), SQUARE.T)


@pytest.mark.parametrize("columns", [("1", "2", "3"), ("0", "1", "2"), ("x1", "x2", "x3"), ("d_0", "d_1", "d_2")])
def test_labels_that_only_number_say_nothing(columns: tuple[str, ...]) -> None:
    made = plan([Part(_array(SQUARE, "", None, columns), "X")])
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.matrix("X"), SQUARE)
    assert made.scenario.tokens is None


HEADS = RANDOM.normal(size=(2, 3, 5))  # two heads, d_model 3, d_k 5
SIDE = np.concatenate(list(HEADS), axis=1)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (SIDE, {}),
        (np.concatenate(list(HEADS), axis=0), {}),
        (HEADS, {}),
        (HEADS.swapaxes(0, 1), {}),
        (SIDE.T, {}),
        (HEADS.swapaxes(1, 2), {"heads": "first"}),
    ],
)
def test_heads_in_any_layout_become_the_same_matrix(values: np.ndarray, said: dict[str, str]) -> None:
    part = Part(_array(values), "W_Q", tuple(said.items()))
    made = place([Part(_array(X), "X"), part], heads=2)
    np.testing.assert_array_equal(made.matrix("W_Q"), SIDE)
    assert made.heads == 2


def test_an_axis_of_heads_says_how_many_there_are() -> None:
    arrays = {name: RANDOM.normal(size=(2, 4, 3)) for name in ("Q", "K", "V")}
    made = place([Part(_array(values), name) for name, values in arrays.items()])
    assert made.heads == 2
    np.testing.assert_array_equal(trace(made).at("keys", 1), arrays["K"][1])


def test_fewer_key_heads_are_told_by_the_width() -> None:
    w_q, w_k = RANDOM.normal(size=(3, 8)), RANDOM.normal(size=(3, 4))
    made = place(
        [Part(_array(X), "X"), Part(_array(w_q), "W_Q"), Part(_array(w_k), "W_K"), Part(_array(w_k), "W_V")], heads=4
    )
    assert made.sizes.kv_heads == 2


def test_heads_of_w_o_are_below_each_other() -> None:
    w_o = RANDOM.normal(size=(2, 5, 3))
    parts = [
        Part(_array(X), "X"),
        *(Part(_array(HEADS), name) for name in ("W_Q", "W_K", "W_V")),
        Part(_array(w_o), "W_O"),
    ]
    np.testing.assert_array_equal(place(parts).matrix("W_O"), w_o.reshape(10, 3))


CAUSAL = np.tri(4, dtype=bool)


@pytest.mark.parametrize(
    ("values", "true"),
    [
        (CAUSAL, "see"),
        (~CAUSAL, "hide"),
        (CAUSAL.astype(int), "see"),
        (1.0 - CAUSAL, "hide"),
        (np.where(CAUSAL, 0.0, -np.inf), None),
        (np.where(CAUSAL, 0.0, -1e9), None),
        (np.where(CAUSAL, 0.0, -10000.0), None),
        (np.where(CAUSAL, 0.0, np.finfo(np.float32).min), None),
        (CAUSAL[np.newaxis, np.newaxis], "see"),
    ],
)
def test_a_causal_mask_is_understood_however_it_is_written(values: np.ndarray, true: str | None) -> None:
    made = plan([Part(_array(X), "X"), Part(_array(values), "mask")])
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.mask.custom, CAUSAL)
    assert [one.value for one in _part(made, "mask").choices if one.key == "true"] == ([true] if true else [])


def test_what_true_stands_for_can_be_said() -> None:
    part = Part(_array(np.eye(4, dtype=bool)), "mask").choosing("true", "hide")
    made = place([Part(_array(X), "X"), part])
    np.testing.assert_array_equal(made.mask.custom, ~np.eye(4, dtype=bool))


def test_a_mask_of_other_numbers_is_refused_with_its_place() -> None:
    made = plan([Part(_array(X), "X"), Part(_array([[0, 0, 0, 0], [0, 0.5, 0, 0], [0] * 4, [0] * 4]), "mask")])
    assert made.problem is not None
    assert "row 2, column 2 is 0.5" in str(made.problem)
    assert "as bias" in str(made.problem)


def test_a_mask_of_one_row_hides_keys_from_all_queries() -> None:
    before = place([Part(_array(X), "X")])
    made = place([Part(_array([1, 1, 1, 0]), "mask")], before)
    assert made.mask.padding == (3,)


WEIGHTS = np.array([[0.5, 0.25, 0.25], [1, 0, 0], [0.125, 0.125, 0.75]])


@pytest.mark.parametrize(("values", "queries"), [(WEIGHTS, "rows"), (WEIGHTS.T, "columns")])
def test_sums_tell_where_the_queries_of_weights_are(values: np.ndarray, queries: str) -> None:
    made = plan([Part(_array(values), "weights")])
    assert made.scenario is not None
    assert isinstance(made.scenario.inputs, GivenWeights)
    np.testing.assert_array_equal(made.scenario.inputs.weights[0], WEIGHTS)
    assert _choice(made, "weights", "queries") == (queries, False)


def test_weights_that_do_not_sum_to_one_stay_as_they_are_and_it_is_said() -> None:
    made = plan([Part(_array(WEIGHTS * 0.5), "weights")])
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.matrix("weights")[0], WEIGHTS * 0.5)
    assert any("3 of 3 rows do not sum to 1" in note for note in _part(made, "weights").notes)


@pytest.mark.parametrize("shape", [(3, 3), (2, 3, 3), (1, 2, 3, 3), (4, 2, 3, 3), (4, 1, 2, 3, 3)])
def test_a_saved_attention_tensor_of_any_usual_shape_is_opened(shape: tuple[int, ...]) -> None:
    values = np.broadcast_to(WEIGHTS, shape)
    made = plan([Part(_array(values), "weights")])
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.matrix("weights")[-1], WEIGHTS)


def test_a_layer_can_be_chosen() -> None:
    values = np.stack([np.broadcast_to(WEIGHTS, (2, 3, 3)), np.full((2, 3, 3), 1 / 3)])
    made = place([Part(_array(values), "weights").choosing("layer", "2")])
    np.testing.assert_array_equal(made.matrix("weights"), np.full((2, 3, 3), 1 / 3))


def test_labels_of_weights_name_queries_and_keys() -> None:
    made = place([Part(_array(WEIGHTS[:2], "", ("a", "b"), ("x", "y", "z")), "weights")])
    assert (made.tokens, made.source_tokens) == (("a", "b"), ("x", "y", "z"))


def test_x_alone_stands_beside_identities_and_it_is_said() -> None:
    made = plan([Part(_array(X), "X")])
    assert made.notes == ("W_Q, W_K, W_V were not given: they are the identity.",)
    assert made.scenario is not None
    np.testing.assert_array_equal(trace(made.scenario).at("queries", 0), X)


def test_ws_alone_stand_behind_an_identity_and_it_is_said() -> None:
    made = plan([Part(_array(SQUARE), name) for name in ("W_Q", "W_K", "W_V")])
    assert made.notes[0] == "X was not given: it is the identity, 3 tokens of which each is one number."
    assert made.scenario is not None
    np.testing.assert_array_equal(trace(made.scenario).at("keys", 0), SQUARE)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"Q": X}, "Import Q, K and V together"),
        ({"Q": X, "W_Q": SQUARE}, "Import Q, K and V, or X and W's"),
        ({"W_O": SQUARE}, "W_O alone makes no scenario"),
        ({"mask": CAUSAL}, "mask alone makes no scenario"),
        ({"X": X, "W_Q": np.ones((5, 7))}, "W_Q has"),
        ({"weights": WEIGHTS, "mask": np.eye(3, dtype=bool)}, "does not apply to finished weights"),
        ({"weights": np.array([[0.0, -np.inf], [0, 0]])}, "before softmax"),
        ({"X": np.array([[0.0, -np.inf], [0, 0]])}, "row 1, column 2"),
        ({"X": np.eye(2, dtype=bool)}, "true and false"),
        ({"X": np.zeros((2, 0))}, "empty"),
        ({"X": np.zeros((2,) * 5)}, "at most 2"),
    ],
)
def test_what_makes_no_scenario_says_what_is_missing(parts: dict[str, np.ndarray], words: str) -> None:
    made = plan([Part(_array(values), name) for name, values in parts.items()])
    assert made.scenario is None
    assert words in str(made.problem)


def test_place_raises_the_problem() -> None:
    with pytest.raises(AttentionError, match="together"):
        place([Part(_array(X), "Q")])


def test_a_plan_is_pure() -> None:
    parts = [Part(_array(X), "X"), Part(_array(SQUARE), "W_Q")]
    first, second = plan(parts), plan(parts)
    assert first.scenario == second.scenario
    assert isinstance(first.scenario.inputs, Projected)
