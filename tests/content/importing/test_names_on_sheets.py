"""Names as teachers write them over, beside and between the tables of a sheet."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.content.importing import place, plan, read, suggest
from attnviz.content.importing.array_names import Known, known
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.tracing import trace

X = ["1;0;1;2", "0;1;1;0", "1;1;0;0", "2;0;1;1", "0;0;1;1", "1;2;0;1"]  # features in rows, tokens in columns
W = {
    "Q": ["1;0;0;1;0;1", "0;1;0;1;1;0", "1;1;0;0;0;2"],
    "K": ["0;1;1;0;0;1", "1;0;0;0;2;0", "0;0;1;1;0;1"],
    "V": ["2;0;0;0;1;0", "0;1;0;2;0;0", "0;0;1;0;0;1"],
}
WX = [[4, 2, 3], [2, 1, 5], [2, 3, 2], [4, 2, 4]]  # W_Q times X, turned; worked by hand


def _numbers(rows: list[str]) -> np.ndarray:
    return np.array([[float(cell) for cell in row.split(";")] for row in rows])


def _made(lines: list[str]):
    return place(suggest([read("\n".join(lines), "sheet")]))


@pytest.mark.parametrize(
    "name", ["W_Q", "Wq", "W^Q", "W^{Q}", "W_{Q}", "W Q", "WQ =", "wq", "Wagi W_Q", "W_Q (zapytania)", "$W^Q$"]
)
def test_W_Q_is_known_however_it_is_written(name: str) -> None:
    meaning = known(name)
    assert meaning is not None
    assert (meaning.target, meaning.turned) == ("W_Q", False)


@pytest.mark.parametrize("name", ["K^T", "Kᵀ", "K.T", "K'", "K^{T}"])
def test_K_transposed_is_K_with_tokens_in_columns(name: str) -> None:
    assert known(name) == Known("K", turned=True)
    sheet = f"Q\n1;2\n3;4\n5;6\n\n{name}\n1;2;3\n4;5;6\n\nV\n1\n2\n3\n"
    np.testing.assert_array_equal(place(suggest([read(sheet, "sheet")])).matrix("K"), [[1, 4], [2, 5], [3, 6]])


def test_a_title_that_is_a_formula_names_what_it_gives() -> None:
    meaning = known("Q = W_Q X")
    assert meaning is not None
    assert meaning.target == "Q"


@pytest.mark.parametrize("name", ["W", "Z", "KTQ", "Wagi uwagi", "Macierz wag", "block 1", "masked", "W_Q and W_K"])
def test_names_that_say_nothing_are_not_taken_for_one(name: str) -> None:
    assert known(name) is None


def test_a_title_names_its_block_though_a_row_is_empty_between() -> None:
    sheet = [";;;;;;;X", "Wagi W_Q;;;;;;;kot;siedzi;na;macie", *(f";;;;;;;{row}" for row in X)]
    for at, row in enumerate(W["Q"]):
        sheet[at + 3] = f"{row};;{X[at + 1]}"
    made = _made(sheet)
    assert made.tokens == ("kot", "siedzi", "na", "macie")
    np.testing.assert_array_equal(trace(made).at("queries", 0), WX)


def test_names_left_of_the_first_row_name_the_block() -> None:
    lines = [";;;;;;;;the;cat;sat;down", f";;;;;;;X;{X[0]}", *(f";;;;;;;;{row}" for row in X[1:]), ""]
    for letter in "QKV":
        first, *others = W[letter]
        lines += [f"W{letter.lower()};{first}", *(f";{row}" for row in others), ""]
    made = _made(lines)
    assert made.tokens == ("the", "cat", "sat", "down")
    for letter in "QKV":
        np.testing.assert_array_equal(made.matrix(f"W_{letter}"), _numbers(W[letter]).T)


def test_titles_between_tables_part_them_without_an_empty_row() -> None:
    made = _made(["X", *X, "W_Q", *W["Q"]])
    np.testing.assert_array_equal(trace(made).at("queries", 0), WX)


def test_a_label_alone_in_a_line_of_a_labelled_table_is_no_title() -> None:
    found = read("the;1;2\ncat;;\nsat;3;4\n", "sheet")
    assert found.problem is not None
    assert "Row 2, column 2 is empty" in str(found.problem) or "row 2, column 2 is empty" in str(found.problem)


def test_empty_rows_part_tables_of_one_width() -> None:
    made = _made([*(f";;;;;;;{row}" for row in X), "", *W["Q"], "", *W["K"], "", *W["V"]])
    np.testing.assert_array_equal(trace(made).at("queries", 0), WX)
    np.testing.assert_array_equal(made.matrix("W_V"), _numbers(W["V"]).T)


def test_rows_that_all_stand_apart_are_one_table() -> None:
    (array,) = read("1;2\n\n3;4\n\n5;6\n", "sheet").arrays
    assert array.shape == (3, 2)


def test_the_title_W_beside_X_is_W_Q_and_the_fit_turns_both() -> None:
    left = ["W;;;;;", *W["Q"], *[";" * 5] * 3]
    made = _made([f"{one};;{other}" for one, other in zip(left, ["X;;;", *X], strict=True)])
    np.testing.assert_array_equal(trace(made).at("queries", 0), WX)


def test_matrices_of_one_head_each_are_laid_side_by_side() -> None:
    lines = ["X", *X, ""]
    for head in (1, 2):
        for letter in "QKV":
            rows = [";".join(str(head * int(cell)) for cell in row.split(";")) for row in W[letter]]
            lines += [f"W_{letter}{head}", *rows, ""]
    made = _made(lines)
    assert made.heads == 2
    np.testing.assert_array_equal(trace(made).at("queries", 1), 2 * np.array(WX))


def test_weights_under_a_title_of_another_language_go_with_V() -> None:
    made = _made(["Wagi uwagi", ";a;b;c", "a;.5;.25;.25", "b;.1;.8;.1", "c;.2;.2;.6", "", "V", "1;2", "3;4", "5;6.5"])
    assert isinstance(made.inputs, GivenWeights)
    assert made.tokens == ("a", "b", "c")


def test_weights_and_V_with_tokens_in_columns_fit_only_so() -> None:
    made = _made(["A", ".5;.1;.2", ".25;.8;.2", ".25;.1;.6", "", "V", "1;3;5", "2;4;6.5"])
    np.testing.assert_allclose(trace(made).at("output", None)[0], [2.5, 3.625])  # .5·1 + .25·3 + .25·5, and so on


def test_of_two_square_tables_the_labelled_one_right_of_the_other_is_X() -> None:
    made = _made([";;;;A;B;C", "1;0;0;;1;0;1", "0;1;0;;0;1;1", "1;1;0;;1;1;0"])
    assert made.tokens == ("A", "B", "C")
    np.testing.assert_array_equal(made.matrix("X"), [[1, 0, 1], [0, 1, 1], [1, 1, 0]])


def test_what_is_not_clear_is_not_taken() -> None:
    assert plan(suggest([read("1;2;3\n\n1;2;3;4;5\n", "sheet")])).scenario is None


@pytest.mark.parametrize("word", ["Token ", "token_", "Wort ", "Słowo ", "pos"])
def test_numbered_tokens_over_the_columns_say_that_tokens_are_in_columns(word: str) -> None:
    made = _made([";".join(f"{word}{number}" for number in range(1, 5)), *X])
    assert made.sizes.T == 4
    assert made.tokens == tuple(f"{word}{number}".strip() for number in range(1, 5))


def test_numbered_features_say_nothing_of_tokens() -> None:
    made = _made(["x1;x2;x3;x4", *X])
    assert (made.sizes.T, made.tokens) == (6, None)


def test_two_printouts_are_X_and_then_W() -> None:
    found = read("array([[1., 2.],\n       [3., 4.],\n       [5., 6.]])\narray([[1., 0.],\n       [2., 1.]])\n", "cell")
    np.testing.assert_array_equal(trace(place(suggest([found]))).at("queries", 0), [[5, 2], [11, 4], [17, 6]])


@pytest.mark.parametrize("labels", ["", "a;b;c"])
def test_weights_rounded_to_two_decimals_are_weights_still(labels: str) -> None:
    rows = ["0,33;0,33;0,33", "0,5;0,25;0,26", "0,1;0,2;0,7"]
    assert [part.target for part in suggest([read("\n".join([labels, *rows]), "sheet")])] == ["weights"]


@pytest.mark.parametrize(
    ("title", "target"),
    [("Pesi Query", "W_Q"), ("Pesi Chiave", "W_K"), ("Pesos V", "W_V"), ("Weights for queries", "W_Q"),
     ("Gewichte K", "W_K"), ("Ingresso", "X"), ("weights", "weights"), ("Query", "Q")],
)  # fmt: skip
def test_weights_of_the_queries_are_what_makes_them(title: str, target: str) -> None:
    meaning = known(title)
    assert meaning is not None
    assert meaning.target == target
