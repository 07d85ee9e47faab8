"""JSON as programs write it: rows, records, matrices by name, and labels."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from one_array import one

from attnviz.content.importing import Found, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[1, 2], [3, 4.5]]", [[1, 2], [3, 4.5]]),
        ('{"values": [[1, 2], [3, 4]]}', [[1, 2], [3, 4]]),
        ('{"data": [[1, 2]], "index": ["a"], "columns": ["x", "y"]}', [[1, 2]]),
        ('[{"x": 1, "y": 2}, {"x": 3, "y": 4}]', [[1, 2], [3, 4]]),
        ('[[0, "-Infinity"], [0, 0]]', [[0, -np.inf], [0, 0]]),
        ('{"A": [[0, -Infinity]]}', [[0, -np.inf]]),
        ("[[true, false]]", [[True, False]]),
        ("[[[1], [2]], [[3], [4]]]", [[[1], [2]], [[3], [4]]]),
    ],
)
def test_json_is_read(text: str, expected: list[object]) -> None:
    np.testing.assert_array_equal(one(text), np.array(expected))


def test_records_bring_the_labels_of_both_sides() -> None:
    (array,) = read('[{"token": "the", "x": 1, "y": 2}, {"token": "cat", "x": 3, "y": 4}]', "file").arrays
    assert (array.row_labels, array.column_labels) == (("the", "cat"), ("x", "y"))


def test_matrices_by_name_and_tokens_are_found() -> None:
    found = read('{"X": [[1, 2]], "layer": 3, "deep": {"W_Q": [[1], [2]]}, "tokens": ["a"]}', "file")
    assert [(array.name, array.shape) for array in found.arrays] == [("X", (1, 2)), ("deep.W_Q", (2, 1))]
    assert [(one.name, one.texts) for one in found.labels] == [("tokens", ("a",))]
    assert found.skipped == ("Skipped 1 field without an array: layer.",)


@pytest.mark.parametrize(
    ("text", "row", "column", "words"),
    [
        ('{"values": [[1, 2], [3]]}', 1, None, "row 2 has 1 entries but row 1 has 2"),
        ('{"values": [[1, 2], [3, "x"]]}', 1, 1, 'row 2, column 2 is "x"'),
        ('{"values": [[1, null]]}', 0, 1, "row 1, column 2 is null"),
        ('{"values": [[1, NaN]]}', 0, 1, "NaN"),
        ('{"values": [[1, 1e999]]}', 0, 1, "no finite number"),
        ('{"values": [[1, true]]}', 0, 1, "true"),
        ('{"values": [[1, [2]]]}', 0, 1, "a list"),
        ('{"values": [[[1, 2], [3, 4]], [[5, 6], [7]]]}', 1, None, "matrix 2, row 2"),
        ('[{"x": 1}, {"y": 2}]', 1, None, 'lacks the field "x"'),
        ('{"values": [[], []]}', None, None, "empty"),
        ('{"a": {"b": 1}}', None, None, "no rows of numbers"),
        ('{"x": [[1]], "x": [[2]]}', None, None, "there twice"),
        ('{"x": [[1, 2', None, None, "ends too early"),
    ],
)
def test_faulty_json_is_refused_with_its_place(text: str, row: int | None, column: int | None, words: str) -> None:
    problem = read(text, "file").problem
    assert problem is not None
    assert words in str(problem)
    assert (problem.where.row, problem.where.column) == (row, column)


def test_a_null_is_hidden_only_where_we_wrote_it() -> None:
    text = '{"stage": "masked", "head": 1, "rows": ["a"], "columns": ["a", "b"], "values": [[1, null]]}'
    (array,) = read(text, "file").arrays
    np.testing.assert_array_equal(array.values, [[1, -np.inf]])
    assert (array.stage, array.row_labels, array.column_labels) == ("masked", ("a",), ("a", "b"))


_finite = st.floats(allow_nan=False, allow_infinity=False)


@given(arrays(np.float64, array_shapes(min_dims=1, max_dims=4, max_side=4), elements=_finite))
@settings(max_examples=200)
def test_what_json_dumps_writes_comes_back_identical(values: np.ndarray) -> None:
    np.testing.assert_array_equal(one(json.dumps({"values": values.tolist()})), values)


@given(st.lists(st.text(max_size=6), min_size=1, max_size=5))
@settings(max_examples=200)
def test_a_list_of_texts_comes_back_identical(labels: list[str]) -> None:
    found: Found = read(json.dumps({"tokens": labels}), "file")
    assert found.labels[0].texts == tuple(labels)
