"""Tables as people have them: separators, decimal marks, labels, and what is refused with its row and column."""

from __future__ import annotations

import numpy as np
import pytest
from one_array import one

from attnviz.content.importing import Found, Reading, read

MINUS = "\u2212"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.5,2,3\n4,5,6\n", [[1.5, 2, 3], [4, 5, 6]]),
        ("1.5\t2\n3\t4\n", [[1.5, 2], [3, 4]]),
        ("1,5;2\n3;4\n", [[1.5, 2], [3, 4]]),
        ("1 2\n3 4\n", [[1, 2], [3, 4]]),
        ("  1.0   2.0\n 30.0   4.0\n", [[1, 2], [30, 4]]),
        ("0,5 1,5\n1 2\n", [[0.5, 1.5], [1, 2]]),
        ("1, 2, 3\n4, 5, 6", [[1, 2, 3], [4, 5, 6]]),
        (f"{MINUS}1;2\n3;{MINUS}4,5", [[-1, 2], [3, -4.5]]),
        ("1\u00a0234,5;2\n3;4", [[1234.5, 2], [3, 4]]),
        ("1\u202f234\t2", [[1234, 2]]),
        ("1 234,5\t2", [[1234.5, 2]]),
        ("1'234.5;2", [[1234.5, 2]]),
        ("1.234,5;2", [[1234.5, 2]]),
        ("1,234.5\t2", [[1234.5, 2]]),
        ("1.234.567;2", [[1234567, 2]]),
        ("1;2;\n3;4;\n", [[1, 2], [3, 4]]),
        ("1,2,3,\n4,5,6,\n", [[1, 2, 3], [4, 5, 6]]),
        ("1,2,3,\n4,5,6\n", [[1, 2, 3], [4, 5, 6]]),
        ("1\t2\r\n3\t4\r\n", [[1, 2], [3, 4]]),
        ("1\t2\r3\t4\r", [[1, 2], [3, 4]]),
        ("\n\n1\t2\n\n3\t4\n\n", [[1, 2], [3, 4]]),
        ('"1,5","2,5"\n"3","4"\n', [[1.5, 2.5], [3, 4]]),
        ("√2/2\t1/4", [[0.7071067811865476, 0.25]]),
        ("3,-1\n2,4", [[3, -1], [2, 4]]),
        ("0,576\n0,284\n", [[0.576], [0.284]]),
        ("7,4\n5\n", [[7.4], [5]]),
        ("5", [[5]]),
        ("sep=;\n1;2\n3;4", [[1, 2], [3, 4]]),
        ("# alpha beta\n1.0 2.0\n", [[1, 2]]),
        ("1,-inf,2\n3,4,5", [[1, -np.inf, 2], [3, 4, 5]]),
    ],
)
def test_a_table_is_read(text: str, expected: list[list[float]]) -> None:
    np.testing.assert_array_equal(one(text), np.array(expected, dtype=float))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_table_is_read_in_any_encoding_of_unicode(encoding: str) -> None:
    data = f"żó\tb\n1,5\t{MINUS}2\n".encode(encoding)
    np.testing.assert_array_equal(one(data), [[1.5, -2]])


def test_a_file_in_windows_own_encoding_says_so_and_can_be_said_otherwise() -> None:
    found = read("käse;b\n1;2\n".encode("cp1252"), "file")
    (encoding,) = [made for made in found.choices if made.key == "encoding"]
    assert (found.arrays[0].column_labels, encoding.value, encoding.certain) == (("käse", "b"), "cp1252", False)


@pytest.mark.parametrize(
    ("text", "row", "column", "words"),
    [
        ("1,2,3\n4,5\n", 1, None, "row 2 has 2 numbers but row 1 has 3"),
        ("a,b,c\n1,2,3\n4,5\n", 2, None, "row 3 has 2 numbers but row 2 has 3"),
        ("1;2\n3;x\n", 1, 1, "row 2, column 2, “x”"),
        ("k;a;b\nthe;1;2\ncat;3;x\n", 2, 2, "row 3, column 3, “x”"),
        ("1;2\n;4\n", 1, 0, "row 2, column 1 is empty"),
        ("1;nan\n3;4\n", 0, 1, "finite"),
        ("1;inf\n3;4\n", 0, 1, "finite"),
        ("1;1e999\n3;4\n", 0, 1, "too large"),
        ("1;1e-999\n3;4\n", 0, 1, "too small"),
        ("1;1+2j\n3;4\n", 0, 1, "complex"),
        ("1;--\n3;4\n", 0, 1, "masked"),
        ("1 ... 3\n4 ... 5\n", 0, 1, "Print all of them"),
        ("1;2\n\n\n3;x\n", 3, 1, "row 4, column 2"),
    ],
)
def test_a_faulty_table_is_refused_with_its_row_and_column(text: str, row: int, column: int | None, words: str) -> None:
    problem = read(text, "file").problem
    assert problem is not None
    assert (problem.where.row, problem.where.column) == (row, column)
    assert words in str(problem)


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        ("the,cat,sat\n1,2,3\n4,5,6\n", None, ("the", "cat", "sat")),
        ("the,0.1,0.2\ncat,0.3,0.4\n", ("the", "cat"), None),
        (",a,b\nx,1,2\ny,3,4\n", ("x", "y"), ("a", "b")),
        ("token,a,b\nx,1,2\ny,3,4\n", ("x", "y"), ("a", "b")),
        (",1,2\n1,0.5,0.5\n2,0.25,0.75\n", ("1", "2"), ("1", "2")),
        ("     0    1\n0  1.0  2.0\n1  3.0  4.0\n", ("0", "1"), ("0", "1")),
        ("[CLS]\t1\t2\n[SEP]\t3\t4\n", ("[CLS]", "[SEP]"), None),
        ("##ing,1,2\nthe,3,4\n", ("##ing", "the"), None),
        ('" a","b ","","c\nd"\n1,2,3,4\n', None, (" a", "b ", "", "c\nd")),
        ('"a ""b""";c;d\n1;2;3\n', None, ('a "b"', "c", "d")),
        ("the,2,cat\n1,0,1\n0,1,1\n", None, ("the", "2", "cat")),
        ("1,2,3\n4,5,6\n", None, None),
    ],
)
def test_words_on_a_side_are_labels(text: str, rows: object, columns: object) -> None:
    (array,) = read(text, "file").arrays
    assert (array.row_labels, array.column_labels) == (rows, columns)


def test_labels_can_be_said_to_be_numbers() -> None:
    np.testing.assert_array_equal(one("1,2,3\n4,5,6", Reading(header="row")), [[4, 5, 6]])
    np.testing.assert_array_equal(one(",2,3\n4,5,6"), [[5, 6]])
    problem = read(",2,3\n4,5,6", "file", Reading(header="none")).problem
    assert problem is not None
    assert "row 1, column 1 is empty" in str(problem)


def test_one_comma_a_row_is_a_choice_that_can_be_changed() -> None:
    found = read("1,5\n2,5", "file")
    (decimal,) = [made for made in found.choices if made.key == "decimal"]
    assert not decimal.certain
    assert {option.value for option in decimal.options} == {"point", "comma"}
    np.testing.assert_array_equal(one("1,5\n2,5", Reading(decimal="comma")), [[1.5], [2.5]])
    np.testing.assert_array_equal(one("1,5\n2,5", Reading(decimal="point")), [[1, 5], [2, 5]])


def test_what_may_group_thousands_is_a_choice() -> None:
    np.testing.assert_array_equal(one("1,234;2", Reading(decimal="comma")), [[1.234, 2]])
    np.testing.assert_array_equal(one("1,234;2", Reading(decimal="point")), [[1234, 2]])


def test_the_other_separator_can_be_said() -> None:
    np.testing.assert_array_equal(one("1;2,3;4", Reading(delimiter="semicolon")), [[1, 2.3, 4]])
    problem = read("1;2,3;4", "file", Reading(delimiter="comma")).problem
    assert problem is not None


def _names(found: Found) -> list[tuple[str, list[list[float]]]]:
    return [(array.name, array.values.tolist()) for array in found.arrays]


def test_tables_of_a_sheet_are_apart_by_empty_columns_and_rows() -> None:
    text = "W_Q,,,X,\n1,2,,5,6\n3,4,,7,8\n,,,,\nW_K,,,,\n9,8,,,\n7,6,,,\n"
    assert _names(read(text, "file")) == [
        ("W_Q", [[1, 2], [3, 4]]), ("X", [[5, 6], [7, 8]]), ("W_K", [[9, 8], [7, 6]]),
    ]  # fmt: skip


def test_what_is_skipped_is_counted() -> None:
    found = read("# a remark\n\n1;2\n\n\n3;4\n", "file")
    assert found.skipped == ("Skipped 1 line of remarks on top.", "Skipped 3 empty rows.")


def test_words_of_spreadsheets_for_true_and_false_are_read() -> None:
    assert one("WAHR;FALSCH\nFALSCH;WAHR").tolist() == [[True, False], [False, True]]
    assert one("TRUE,FALSE\nFALSE,TRUE").dtype == np.bool_


def test_a_row_that_ends_before_a_block_begins_is_ragged_and_no_crash() -> None:
    found = read("\t\t\tthe\tcat\n1\t\n\t\t3\t4\n\t\t6\t\t7\t8\n", "sheet")
    assert any("Row 4 has 4 numbers but row 3 has 2" in sentence for sentence in found.skipped)
