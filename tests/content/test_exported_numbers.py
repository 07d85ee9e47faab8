"""What goes out as numbers comes back the same: our own reader, Python's, NumPy's, and the import."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
import pytest
from hard_labels import HARD, every_form, hard_scenario
from hypothesis import given
from hypothesis import strategies as st
from random_scenarios import scenarios

from attnviz.content.atomic import FileProblem
from attnviz.content.documents.export import Order, export_bytes, export_text
from attnviz.content.documents.extract import extract, names_of
from attnviz.content.documents.long_table import long_table, read_long
from attnviz.content.documents.numbers import stacked
from attnviz.content.importing import read
from attnviz.content.presets import preset
from attnviz.engine.errors import AttentionError, FieldError, HiddenRow, NoSuchStage
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

HEADER = "stage,head,row,column,row_label,column_label,value\n"


def computable(scenario: Scenario) -> tuple[Trace, tuple[str, ...]]:
    """The trace and the names of what can be computed of it: large numbers overflow, hidden rows have no weights."""
    traced = trace(scenario)
    names = []
    for name in names_of(traced):
        try:
            stacked(extract(traced, (name,)), name)
        except AttentionError:
            continue
        names.append(name)
    return traced, tuple(names)


def same(one: Any, other: Any) -> bool:
    """Equal in every bit, the sign of a zero too."""
    one, other = np.asarray(one), np.asarray(other)
    return one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes()


@given(scenarios(), st.sampled_from([",", "\t"]))
def test_the_long_table_comes_back_with_every_number_and_label(scenario: Scenario, delimiter: str) -> None:
    traced, names = computable(scenario)
    tables = extract(traced, names).tables()
    for before, after in zip(tables, read_long(long_table(tables, delimiter)) or (), strict=True):
        assert (before.stage, before.head, before.kv_head, before.rows, before.columns) == (
            after.stage, after.head, after.kv_head, after.rows, after.columns,
        )  # fmt: skip
        assert same(before.values, after.values.astype(before.values.dtype))


@given(scenarios())
def test_json_comes_back_with_every_number_and_label(scenario: Scenario) -> None:
    traced, names = computable(scenario)
    found = json.loads(export_text(traced, Order("json", names)))
    parts = extract(traced, names).tables()
    if len(parts) == 1:
        found = {"title": scenario.title, "dtype": scenario.dtype, "stages": {found["stage"]: found}}
    assert (found["title"], found["dtype"]) == (scenario.title, scenario.dtype)
    for name in names:
        values = stacked(extract(traced, (name,)), name)
        told = np.array(found["stages"][name]["values"], dtype=float)  # null is NaN here
        told = np.where(np.isnan(told), -np.inf, told).astype(values.dtype)
        assert same(told.reshape(values.shape), values)
    assert found["stages"][names[0]]["rows"] == list(extract(traced, names[:1]).tables()[0].rows)


@given(scenarios())
def test_npz_comes_back_from_numpy_without_pickle(scenario: Scenario) -> None:
    traced, names = computable(scenario)
    if any(text.endswith("\0") for text in (*scenario.query_labels, *scenario.key_labels, scenario.title)):
        with pytest.raises(FieldError):
            export_bytes(traced, Order("npz", names))
        return
    with np.load(io.BytesIO(export_bytes(traced, Order("npz", names))), allow_pickle=False) as archive:
        assert set(archive) - {"scenario"} == {*names, "query_labels", "key_labels", "title"}
        for name in names:
            assert same(archive[name], stacked(extract(traced, (name,)), name))
        assert tuple(archive["query_labels"].tolist()) == scenario.query_labels
        assert tuple(archive["key_labels"].tolist()) == scenario.key_labels
        assert archive["title"].item() == scenario.title


@pytest.mark.parametrize("kind", ["csv", "tsv", "json", "npz"])
@pytest.mark.parametrize("form", every_form())
def test_the_import_reads_every_array_by_its_name(form: str, kind: str) -> None:
    traced, names = computable(every_form()[form])
    found = read(export_bytes(traced, Order(kind, names)), f"x.{kind}")
    arrays = {array.name: array.values for array in found.arrays}
    assert set(arrays) == set(names)
    for name in names:
        values = stacked(extract(traced, (name,)), name)
        assert np.array_equal(arrays[name].reshape(values.shape).astype(values.dtype), values)


@pytest.mark.parametrize("kind", ["csv", "tsv", "json"])
def test_the_import_reads_hard_labels_as_they_are(kind: str) -> None:
    found = read(export_bytes(trace(hard_scenario()), Order(kind)), f"x.{kind}")
    weights = next(array for array in found.arrays if array.name == "weights")
    assert weights.row_labels == HARD
    assert weights.column_labels == HARD


def test_one_matrix_is_a_table_with_its_labels() -> None:
    text = export_text(trace(preset("by-hand-causal")), Order("csv", ("masked",)))
    assert list(csv.reader(io.StringIO(text)))[:2] == [
        ["", "a", "b", "c"], ["a", "0.7071067811865475", "-inf", "-inf"],
    ]  # fmt: skip


def test_one_head_of_two_is_a_table_and_both_are_a_line_a_number() -> None:
    traced = trace(preset("two-heads"))
    assert export_text(traced, Order("csv", ("weights",), head=1)).startswith(",the,cat,drinks,milk\n")
    both = export_text(traced, Order("csv", ("weights",)))
    assert both.startswith(HEADER + "weights,1,1,1,the,the,")
    assert len(both.splitlines()) == 1 + 2 * 4 * 4


def test_heads_that_share_keys_have_them_once() -> None:
    traced = trace(preset("grouped-query"))
    assert traced.sizes.kv_heads < traced.sizes.heads
    taken = extract(traced)
    assert stacked(taken, "keys").shape[0] == traced.sizes.kv_heads
    assert stacked(taken, "queries").shape[0] == traced.sizes.heads
    listed = [(table.head, table.kv_head) for table in taken.tables() if table.stage == "keys"]
    assert listed == [(None, number) for number in range(1, traced.sizes.kv_heads + 1)]


def test_shared_heads_are_said_in_a_column_and_a_field_of_their_own() -> None:
    traced = trace(preset("grouped-query"))  # four query heads, two of keys and values
    lines = list(csv.DictReader(io.StringIO(export_text(traced, Order("csv", ("keys", "weights"))))))
    assert {(line["stage"], line["head"], line["kv_head"]) for line in lines} == {
        *(("keys", "", number) for number in "12"), *(("weights", number, "") for number in "1234"),
    }  # fmt: skip
    stages = json.loads(export_text(traced, Order("json")))["stages"]
    assert stages["keys"]["kv_heads"] == [1, 2]
    assert "heads" not in stages["keys"]
    assert stages["weights"]["heads"] == [1, 2, 3, 4]
    assert "kv_heads" not in stages["weights"]


def test_what_is_written_twice_is_the_same_to_the_byte() -> None:
    traced = trace(preset("two-heads"))
    assert export_bytes(traced, Order("npz")) == export_bytes(traced, Order("npz"))


def test_a_hidden_row_is_refused_rather_than_left_out() -> None:
    with pytest.raises(HiddenRow):
        export_bytes(trace(every_form()["hidden row"]), Order("csv"))


@pytest.mark.parametrize(
    ("names", "head"), [(("nothing",), None), ((), 2), ((), -1), (("output",), 0), (("weights", "nothing"), None)]
)
def test_what_is_not_there_is_refused(names: tuple[str, ...], head: int | None) -> None:
    with pytest.raises(NoSuchStage):
        extract(trace(preset("two-heads")), names, head)


def test_names_come_in_reading_order_and_once() -> None:
    assert extract(trace(preset("by-hand")), ("weights", "X", "weights")).names == ("X", "weights")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("weights,1,1,1,a,b", "columns"), ("weights,1,0,1,a,b,1", "whole numbers from 1"),
        ("weights,x,1,1,a,b,1", "whole numbers from 1"), ("weights,1,1,1,a,b,one", "no number"),
        ("weights,1,1,1,a,b,nan", "no number"), ("weights,1,1,1,a,b,inf", "no number"),
        ("weights,1,1,1,a,b,1_0", "no number"), ("weights,1,1,1,a,b,٣", "no number"),
        ("weights,1,2,2,a,b,1", "no number in row 1, column 1"),
        ("weights,1,9999999,9999999,a,b,1", "no number in row 1, column 1"), ("w,,1,1,a,b,1\nw,,1,1,a,b,2", "twice"),
    ],
)  # fmt: skip
def test_a_damaged_long_table_is_refused_with_its_place(line: str, said: str) -> None:
    with pytest.raises(FileProblem, match=said):
        read_long(f"{HEADER}{line}\n")


def test_another_table_is_no_long_table() -> None:
    assert read_long(",a,b\na,1,2\n") is None
