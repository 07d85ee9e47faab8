"""Whole numbers that float64 would round are refused with their place, from text as from arrays; decimals may round."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from attnviz import AttentionError, load
from attnviz.content.importing import read
from attnviz.content.numerals import parse_number
from attnviz.content.whole_numbers import is_rounded_whole

ODD = 2**53 + 1  # 9007199254740993, between two numbers of float64


@pytest.mark.parametrize(
    "text",
    [
        f"1;2\n3;{ODD}\n",
        f"a,b\n1,2\n3,-{ODD}\n",
        f"1\t2\n3\t{ODD:,}\n".replace(",", "\u202f"),
        f"[[1, 2], [3, {ODD}]]",
        f'{{"X": [[1, 2], [3, {ODD}]]}}',
        f'[{{"a": 1, "b": 2}}, {{"a": 3, "b": {ODD}}}]',
        f'{{"X": [[1, 2], [3, {10**60 + 1}]]}}',
    ],
)
def test_a_whole_number_that_would_be_rounded_is_refused_in_every_kind_of_text(text: str) -> None:
    found = read(text, "the clipboard")
    assert not found.arrays
    assert "has more digits than are computed with. End it with .0 if it may be rounded." in str(found.problem)


@pytest.mark.parametrize("text", [f"1;2\n3;{ODD}\n", f'{{"X": [[1, 2], [3, {ODD}]]}}'])
def test_the_refusal_names_the_row_and_column(text: str) -> None:
    assert "ow 2, column 2" in str(read(text, "the clipboard").problem)


@pytest.mark.parametrize("text", [f"1;2\n3;{ODD}.0\n", f"1 2\n3 {ODD}e0\n", f'{{"X": [[1, 2], [3, {ODD}.0]]}}'])
def test_a_decimal_of_as_many_digits_is_rounded_as_decimals_are(text: str) -> None:
    (array,) = read(text, "the clipboard").arrays
    np.testing.assert_array_equal(array.values, [[1, 2], [3, 2.0**53]])


@pytest.mark.parametrize("number", [2**53, 2**60, -(2**62), 123456789012345680000, 10**22, 10**300])
def test_whole_numbers_as_programs_print_what_float64_has_are_read(number: int) -> None:
    assert parse_number(str(number)) == float(number)


@pytest.mark.parametrize("number", [ODD, -ODD, 2**63 - 1, 123456789012345683969, 10**23 + 1])
def test_other_whole_numbers_beyond_are_rounded_ones(number: int) -> None:
    assert is_rounded_whole(number)


def test_a_scenario_file_says_where_such_a_number_stands(tmp_path: Path) -> None:
    inputs = {"kind": "direct", "Q": [[1], [ODD]], "K": [[1], [1]], "V": [[1], [1]]}
    (tmp_path / "mine.attn").write_text(json.dumps({"attnviz": 1, "inputs": inputs}), encoding="utf-8")
    with pytest.raises(AttentionError, match=f"Q, row 2, column 1 is {ODD}, which has more digits"):
        load(tmp_path / "mine.attn")
