"""What attnviz writes comes back identical through the import: every export, labels and hidden cells included."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attnviz.content.attn_file import encode
from attnviz.content.blocks import format_block
from attnviz.content.documents.long_table import long_table
from attnviz.content.importing import Reading, place, read, suggest
from attnviz.content.presets import PRESETS, preset
from attnviz.content.tables import Table, stage_table
from attnviz.engine.tracing import trace

_cells = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.just(-np.inf))
_labels = st.one_of(
    st.text(max_size=6), st.sampled_from(["the", "1", "0.5", "", " ", '"', "a,b", "a;b", "a\tb", "a\nb", "[CLS]"])
)


@st.composite
def _tables(draw: st.DrawFn) -> Table:
    values = draw(arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=4), elements=_cells))
    rows, columns = values.shape
    row_labels = draw(st.lists(_labels, min_size=rows, max_size=rows))
    column_labels = draw(st.lists(_labels, min_size=columns, max_size=columns))
    return Table("masked", 1, tuple(row_labels), tuple(column_labels), values + 0.0)


@given(_tables())
@settings(max_examples=300)
def test_an_exported_table_comes_back_with_its_labels(table: Table) -> None:
    for text in (table.csv(), table.tsv(), table.json()):
        (array,) = read(text, "export", Reading(header="both")).arrays
        np.testing.assert_array_equal(array.values, table.values)
        assert (array.row_labels, array.column_labels) == (table.rows, table.columns)


@given(_tables())
@settings(max_examples=200)
def test_an_export_of_several_stages_comes_back_with_its_labels(table: Table) -> None:
    other = Table("X", None, table.rows, table.columns, table.values)
    found = read(long_table([table, other]), "export")
    assert [array.name for array in found.arrays] == ["masked", "X"]
    np.testing.assert_array_equal(found.arrays[0].values[0], table.values)
    np.testing.assert_array_equal(found.arrays[1].values, table.values)
    assert (found.arrays[1].row_labels, found.arrays[1].column_labels) == (table.rows, table.columns)


_finite = st.floats(allow_nan=False, allow_infinity=False)
_matrices = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=5), elements=_finite)


@given(_matrices)
@settings(max_examples=200)
def test_a_copied_block_comes_back_identical(values: np.ndarray) -> None:
    (array,) = read(format_block(values), "clipboard", Reading(header="none")).arrays
    np.testing.assert_array_equal(array.values, values)


@given(
    _matrices, st.sampled_from([("semicolon", ";"), ("tab", "\t")]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])
)
@settings(max_examples=200)
def test_numbers_with_decimal_commas_come_back_identical(
    values: np.ndarray, mark: tuple[str, str], encoding: str
) -> None:
    name, sign = mark
    text = "\r\n".join(sign.join(repr(float(cell)).replace(".", ",") for cell in row) for row in values)
    (array,) = read(text.encode(encoding), "file", Reading(delimiter=name, decimal="comma", header="none")).arrays
    np.testing.assert_array_equal(array.values, values)


@given(_matrices)
@settings(max_examples=100)
def test_what_numpy_saves_as_text_comes_back_identical(values: np.ndarray) -> None:
    text = "".join(" ".join(f"{cell:.18e}" for cell in row) + "\n" for row in values)  # as np.savetxt writes it
    (array,) = read(text, "file").arrays
    np.testing.assert_array_equal(array.values, values)


@pytest.mark.parametrize("name", [one.name for one in PRESETS])
@pytest.mark.parametrize("kind", ["csv", "tsv", "json"])
def test_the_weights_of_every_example_come_back(name: str, kind: str) -> None:
    table = stage_table(trace(preset(name)), "weights", 0)
    (array,) = read(getattr(table, kind)(), "export").arrays
    np.testing.assert_array_equal(array.values, table.values)
    assert (array.row_labels, array.column_labels) == (table.rows, table.columns)


@pytest.mark.parametrize("name", ["by-hand", "two-heads", "trophy"])
def test_all_inputs_exported_by_name_make_the_same_inputs(name: str) -> None:
    before = preset(name)
    traced = trace(before)
    tables = [stage_table(traced, matrix) for matrix, values in before.inputs.items() if values.ndim == 2]
    parts = suggest([read(long_table(tables), "export")])
    assert place(parts, before) == before


@pytest.mark.parametrize("packed", [False, True])
def test_a_scenario_file_is_found_whole(packed: bool) -> None:
    before = preset("two-heads")
    assert read(encode(before, packed=packed), "file").scenario == before


@given(st.lists(st.text(alphabet=st.characters(exclude_characters="\r\n", exclude_categories=("Cs",))), min_size=1))
@settings(max_examples=300)
def test_tokens_one_a_line_come_back_exactly(labels: list[str]) -> None:
    if labels[0].startswith("\ufeff") or not "".join(labels).strip():
        return  # a byte-order mark; and a text of nothing but spaces is no text
    for end in ("\n", "\r\n"):
        found = read("".join(label + end for label in labels), "file")
        assert found.texts == tuple(labels)


@given(st.lists(st.text(max_size=8), min_size=1, max_size=6))
@settings(max_examples=100)
def test_python_and_json_lists_of_tokens_come_back_exactly(labels: list[str]) -> None:
    assert read(json.dumps(labels), "file").as_tokens().texts == tuple(labels)
    if all(sign < "\ud800" or sign > "\udfff" for label in labels for sign in label):
        assert read(repr(labels), "file").as_tokens().texts == tuple(labels)
