"""Some rows and columns of a matrix of queries and keys as a file, with their labels."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from attnviz.content.documents.export import Order, export_bytes
from attnviz.content.documents.extract import extract, has_pairs
from attnviz.content.documents.numbers import about_bytes
from attnviz.content.presets import preset
from attnviz.engine.tracing import trace

PART = (1, 3), (0, 2)


def test_a_table_holds_those_rows_and_columns_with_their_labels() -> None:
    traced = trace(preset("by-hand"))
    lines = export_bytes(traced, Order("csv", ("weights",), 0, part=PART)).decode().splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == list(traced.scenario.query_labels[1:3])
    read = np.array([line.split(",")[1:] for line in lines[1:]], dtype=float)
    assert np.array_equal(read, traced.at("weights", 0)[1:3, 0:2])


def test_json_and_npz_hold_the_same() -> None:
    traced = trace(preset("by-hand"))
    expected = traced.at("scores", 0)[1:3, 0:2]
    found = json.loads(export_bytes(traced, Order("json", ("scores",), 0, part=PART)))
    assert np.array_equal(found["values"], expected)
    archive = np.load(io.BytesIO(export_bytes(traced, Order("npz", ("scores",), 0, part=PART))))
    assert np.array_equal(archive["scores"].reshape(expected.shape), expected)
    assert archive["query_labels"].tolist() == list(traced.scenario.query_labels[1:3])


def test_matrices_without_pairs_are_whole() -> None:
    traced = trace(preset("by-hand"))
    assert extract(traced, ("X",), part=PART).shape("X") == traced.scenario.matrix("X").shape
    assert [has_pairs(traced, name) for name in ("X", "queries", "masked", "weights")] == [False, False, True, True]


@pytest.mark.parametrize("kind", ["csv", "json", "npz"])
def test_the_size_is_about_right(kind: str) -> None:
    traced = trace(preset("two-heads"))
    taken = extract(traced, ("weights",), 0)
    size = len(export_bytes(traced, Order(kind, ("weights",), 0)))  # type: ignore[arg-type]
    assert about_bytes(taken, kind) < 12 * size
    assert about_bytes(extract(traced, ("weights",), 0, PART), kind) < about_bytes(taken, kind)
