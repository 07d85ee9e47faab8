"""Blocks of numbers from and to the clipboard."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attnviz.content.blocks import BadBlock, TwoReadings, block_html, format_block, parse_block

# As copied from LibreOffice Calc with a Polish locale, from NumPy, and from a German CSV file.
POLISH_SHEET = "3\t7,4\t5\t5\r\n5\t9\t8\t5\r\n"
NUMPY_PRINTOUT = "array([[1., 0.],\n       [0., 1.],\n       [1., 1.]])\n"
SEMICOLONS = "1,5;0\n-0,25;1e-3\n2;1\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (POLISH_SHEET, [[3, 7.4, 5, 5], [5, 9, 8, 5]]),
        (NUMPY_PRINTOUT, [[1, 0], [0, 1], [1, 1]]),
        (SEMICOLONS, [[1.5, 0], [-0.25, 0.001], [2, 1]]),
        ("[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
        ("[[1 2]\n [3 4]]", [[1, 2], [3, 4]]),
        ("[1, 2, 3]", [[1, 2, 3]]),
        ("[1 2; 3 4]", [[1, 2], [3, 4]]),
        ("[1, 2], [3, 4]", [[1, 2], [3, 4]]),
        ("[[1, 2,], [3, 4],]", [[1, 2], [3, 4]]),
        ("X = np.array([[1, 2]], dtype=float32)", [[1, 2]]),
        ("tensor([[0.5, -1.]], dtype=torch.float64)", [[0.5, -1]]),
        ("[[ 1.  2.\n   3.]\n [ 4.  5.\n   6.]]", [[1, 2, 3], [4, 5, 6]]),
        ("1 2\n3 4", [[1, 2], [3, 4]]),
        ("1   -2", [[1, -2]]),
        ("1,5 2,5", [[1.5, 2.5]]),
        ("1, 2\n3, 4", [[1, 2], [3, 4]]),
        ("1.5,2\n3,4", [[1.5, 2], [3, 4]]),
        ("1,0,2\n0,1,2", [[1, 0, 2], [0, 1, 2]]),
        ("7,4\n5", [[7.4], [5]]),
        ("1,5", [[1.5]]),
        ("3", [[3]]),
        ("\ufeff1\t2\r\n", [[1, 2]]),
        ("1\u00a0\t\u00a02\n\n", [[1, 2]]),
        ('"1"\t"2,5"\n', [[1, 2.5]]),
        ('"1","2"\n', [[1, 2]]),
        ("1\t2\r3\t4\r", [[1, 2], [3, 4]]),
        ("1\t2\n\t\n", [[1, 2]]),
        ("√2/2\t1/4\n", [[0.7071067811865476, 0.25]]),
        ("−1\t2^3", [[-1, 8]]),
    ],
)
def test_a_pasted_block_is_read(text: str, expected: list[list[float]]) -> None:
    np.testing.assert_array_equal(parse_block(text), np.array(expected, dtype=float))


@pytest.mark.parametrize(
    ("text", "row", "column", "words"),
    [
        ("A\tB\tC\tD\r\n" + POLISH_SHEET, 0, None, "without their header"),
        ("a\n1", 0, None, "without their header"),
        ("1\tb\n1\t2", 0, 1, "“b”"),
        ("1\t2\n3\tx", 1, 1, "“x”"),
        ("1\t\n3\t4", 0, 1, "empty"),
        ("[[1,, 2]]", 0, 1, "empty"),
        ("1\t2\n3", 1, None, "Row 2 has 1 numbers but row 1 has 2"),
        ("1,0\n0,1,5\n1,1\n", 1, None, "Row 2 has 3 numbers but row 1 has 2"),
        ("[[1, 2], [3]]", 1, None, "Row 2"),
        ("1 234,5\tx", 0, 0, "side by side"),
        ("1\u00a0234,5\n2", 0, 0, "side by side"),
        ("1.234,5", 0, 0, "decimal mark"),
        ("1,234.5\n1", 0, 0, "decimal mark"),
        ("1\tinf", 0, 1, "finite"),
        ("1\tnan", 0, 1, "finite"),
        ("[[null, 1]]", 0, 0, "null"),
    ],
)
def test_a_bad_block_is_refused_with_its_row_and_column(text: str, row: int, column: int | None, words: str) -> None:
    with pytest.raises(BadBlock) as caught:
        parse_block(text)
    assert (caught.value.where.row, caught.value.where.column) == (row, column)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["", "  \n", "[[[1]]]", "[[1, 2]", "f([1]) + 1", "hello [1]", "][", "[1. 2. ... 9.]"])
def test_what_is_no_block_is_refused(text: str) -> None:
    with pytest.raises(BadBlock):
        parse_block(text)


def test_one_comma_a_row_is_not_guessed_at() -> None:
    with pytest.raises(TwoReadings, match="one number or the two numbers 1 and 5"):
        parse_block("1,5\n2,5")


def test_the_reading_of_one_comma_a_row_can_be_said() -> None:
    np.testing.assert_array_equal(parse_block("1,5\n2,5", comma="decimal"), [[1.5], [2.5]])
    np.testing.assert_array_equal(parse_block("1,5\n2,5", comma="separator"), [[1, 5], [2, 5]])


_matrices = arrays(
    np.float64,
    array_shapes(min_dims=2, max_dims=2, max_side=4),
    elements=st.floats(allow_nan=False, allow_infinity=False),
)


@given(_matrices)
def test_a_copied_block_pastes_back_identical(values: np.ndarray) -> None:
    np.testing.assert_array_equal(parse_block(format_block(values)), values)


def test_a_copied_block_is_tab_separated_with_points_and_full_precision() -> None:
    assert format_block(np.array([[1.0, 0.7071067811865475], [-2.5, 0.0]])) == "1\t0.7071067811865475\n-2.5\t0"
    assert list(csv.reader(io.StringIO("1\t2"), delimiter="\t")) == [["1", "2"]]


def test_a_float32_block_is_copied_with_its_own_digits() -> None:
    assert format_block(np.array([[0.1]], dtype=np.float32)) == "0.1"


def test_the_html_table_tells_spreadsheets_the_value_whatever_their_locale() -> None:
    html = block_html(np.array([[0.5, 1.0]]))
    assert '<td x:num="0.5" sdval="0.5" sdnum="1033;">0.5</td>' in html
    assert html.count("<tr>") == 1


@given(st.text(alphabet='0123456789.,;\t\n []-+e"', max_size=30))
def test_any_text_is_a_block_or_refused(text: str) -> None:
    try:
        values = parse_block(text)
    except BadBlock:
        return
    assert np.isfinite(values).all()


@pytest.mark.parametrize(
    "text", ["0\t-inf\n−∞\t1", "[[0, -inf], [-inf, 1]]", "tensor([[0., -inf],\n        [-inf, 1.]])"]
)
def test_in_a_score_bias_minus_infinity_is_a_number(text: str) -> None:
    assert parse_block(text, hides=True).tolist() == [[0, -np.inf], [-np.inf, 1]]


@pytest.mark.parametrize("text", ["0\t-inf", "[[0, -inf]]"])
def test_elsewhere_minus_infinity_is_refused(text: str) -> None:
    with pytest.raises(BadBlock, match="ow 1, column 2"):
        parse_block(text)
