"""What a laboratory lets one change is checked where it enters."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from attnviz import AttentionError
from attnviz.labs.parameters import Choice, Grid, Number, Option, Switch, Whole, settle

COLUMN = Grid("d_k", "d_k", np.array([[4.0], [64.0]]), min_rows=1, max_rows=3, low=1, high=100, whole=True)
ROW = Grid("scores", "Scores", np.array([[8.0, 0.0, -8.0]]))
SIMPLEX = Grid("weights", "Weights", np.array([[0.5, 0.5]]), simplex=True)
TOGGLES = Grid("mask", "Mask", np.ones((2, 2)), toggles=True)


@pytest.mark.parametrize(
    ("parameter", "given", "kept"),
    [
        (COLUMN, [4, 64, 100], [[4], [64], [100]]),
        (COLUMN, [[4, 64]], [[4], [64]]),
        (COLUMN, 64, [[64]]),
        (ROW, [1, 2, 3], [[1, 2, 3]]),
        (SIMPLEX, [[0.25, 0.75]], [[0.25, 0.75]]),
        (TOGGLES, [[1, 0], [True, 1]], [[1, 0], [1, 1]]),
    ],
)
def test_a_grid_takes_tables_and_flat_lists(parameter: Grid, given, kept) -> None:
    np.testing.assert_array_equal(parameter.accept(given), kept)


def test_the_numbers_of_a_grid_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        ROW.accept([1, 2, 3])[0, 0] = 5


@pytest.mark.parametrize(
    ("parameter", "given", "words"),
    [
        (COLUMN, [4.5], "d_k is 4.5. Give a whole number from 1 to 100"),
        (COLUMN, [7, 101], "d_k, row 2 is 101. Give a whole number from 1 to 100"),
        (COLUMN, [1, 2, 3, 4], "1 to 3 rows"),
        (COLUMN, [], "1 to 3 rows"),
        (COLUMN, np.ones((1, 2, 2)), "a table of 1 to 3 rows"),
        (ROW, [1, 2], "1 row and 3 columns"),
        (ROW, [1, 2, np.nan], "scores, column 3 is nan. Give a finite number"),
        (ROW, [1, 2, np.inf], "scores, column 3 is inf. Give a finite number"),
        (ROW, "1 2 3", "a table of numbers"),
        (ROW, [[1, 2], [3]], "a table of numbers"),
        (SIMPLEX, [0.5, 0.6], "sum to 1"),
        (SIMPLEX, [1.5, -0.5], "sum to 1"),
        (TOGGLES, [[1, 1], [1, 0.5]], "mask, row 2, column 2 is 0.5. Give 0 or 1"),
        (Number("t", "T", 1.0, 0.1, 2.0), np.nan, "0.1 to 2"),
        (Number("t", "T", 1.0, 0.1, 2.0), 3, "0.1 to 2"),
        (Number("t", "T", 1.0, 0.1, 2.0), "1", "a number"),
        (Number("t", "T", 1.0, 0.1, 2.0), True, "a number"),
        (Whole("n", "N", 1, 1, 9), 12.0, "n is 12. Give a whole number"),
        (Whole("n", "N", 1, 1, 9), np.inf, "a whole number"),
        (Whole("n", "N", 1, 1, 9), 0, "1 to 9"),
        (Whole("n", "N", 1, 1, 9), [2], "a whole number"),
        (Whole("n", "N", 1, 1, 9), [2, 3], "a whole number"),
        (Whole("n", "N", 1, 1, 9), None, "a whole number"),
        (Whole("n", "N", 1, 1, 9), 10**400, "a whole number"),
        (Number("t", "T", 1.0, 0.1, 2.0), [1.0], "a number"),
        (Number("t", "T", 1.0, 0.1, 2.0), [[1.0, 2.0]], "a number"),
        (Number("t", "T", 1.0, 0.1, 2.0), {"value": 1}, "a number"),
        (Number("t", "T", 1.0, 0.1, 2.0), date(2024, 5, 1), "a number"),
        (ROW, [1, 2, 10**400], "a table of numbers"),
        (ROW, {"a": 1}, "a table of numbers"),
        (ROW, date(2024, 5, 1), "a table of numbers"),
        (Choice("c", "C", "a", (Option("a", "A"), Option("b", "B"))), "d", "one of a, b"),
        (Switch("s", "S", False), 1, "true or false"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(parameter, given, words: str) -> None:
    with pytest.raises(AttentionError, match=words) as caught:
        parameter.accept(given)
    assert str(caught.value).startswith(parameter.name)
    assert caught.value.where.name == parameter.name


def test_an_unknown_parameter_is_refused_with_a_list() -> None:
    with pytest.raises(AttentionError, match=r"no parameter 'foo'.*scores, weights"):
        settle((ROW, SIMPLEX), {"foo": 1})


def test_what_is_not_given_has_its_default() -> None:
    values = settle((ROW, Whole("seed", "Seed", 7, 0, 9)), {"seed": 3})
    assert values["seed"] == 3
    np.testing.assert_array_equal(values["scores"], [[8, 0, -8]])
