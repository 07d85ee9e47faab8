"""Every scenario becomes every kind of document, whatever its inputs, settings, labels and numbers are."""

from __future__ import annotations

import re
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import Page
from random_scenarios import scenarios
from test_latex_text import balanced

from attnviz.content.documents import latex_matrix, markdown, web_tables
from attnviz.content.documents.export import Format, Order, export_text
from attnviz.content.documents.extract import names_of
from attnviz.content.numerals import format_results
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace


@settings(max_examples=60)
@given(scenarios(), st.integers(0, 2), st.integers(0, 6), st.booleans())
def test_a_worked_example_of_anything_is_whole(scenario: Scenario, query: int, decimals: int, whole: bool) -> None:
    order = Order("latex", query=min(query, scenario.sizes.T - 1), decimals=decimals, whole=whole)
    text = export_text(trace(scenario), order)
    assert balanced(text)
    assert sorted(re.findall(r"\\begin\{(\w+\*?)\}", text)) == sorted(re.findall(r"\\end\{(\w+\*?)\}", text))


@settings(max_examples=60)
@given(scenarios(), st.integers(0, 2), st.integers(0, 6))
def test_a_page_of_anything_is_read(scenario: Scenario, query: int, decimals: int) -> None:
    page = Page(export_text(trace(scenario), Order("html", query=min(query, scenario.sizes.T - 1), decimals=decimals)))
    assert not {"script", "a", "img", "iframe", "link"} & set(page.tags)


@given(scenarios(), st.data())
def test_markdown_of_any_stage_has_rows_of_one_length(scenario: Scenario, data: st.DataObject) -> None:
    traced = trace(scenario)
    name = data.draw(st.sampled_from(names_of(traced)))
    text = export_text(traced, Order("markdown", (name,), content="matrices"))
    table = [line for line in text.split("\n") if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table}) <= max(1, traced.sizes.heads)


@pytest.mark.parametrize("kind", ["latex", "markdown", "html"])
def test_given_weights_need_neither_values_nor_rows_that_sum_to_one(kind: str) -> None:
    weights = np.array([[[0.5, 0.9], [-0.25, 1.5]], [[0.0, 0.0], [1.0, 0.0]]])
    text = export_text(trace(Scenario(GivenWeights(weights))), Order(kind, query=1))
    assert "rows sum to" in text or kind != "html"
    assert "1.500" in text
    assert "0.250" in text


def test_direct_inputs_with_heads_say_which_columns_are_whose() -> None:
    inputs = Direct(np.eye(2), np.eye(2), np.ones((2, 4)))
    text = export_text(trace(Scenario(inputs, heads=2)), Order("latex"))
    assert r"Q^{(2)} = \text{the columns of head 2}" in text


def test_heads_side_by_side_are_not_written_twice_as_the_output() -> None:
    inputs = Direct(np.eye(2), np.eye(2), np.ones((2, 4)))
    text = export_text(trace(Scenario(inputs, heads=2)), Order("latex"))
    assert "\\begin{gather*}\n\\text{output} = \\text{concatenated}\n\\end{gather*}" in text


@pytest.mark.parametrize("kind", ["latex", "markdown", "html"])
def test_one_token_is_enough(kind: str) -> None:
    inputs = Direct(np.array([[2.0]]), np.array([[3.0]]), np.array([[5.0]]))
    assert export_text(trace(Scenario(inputs)), Order(kind))


@pytest.mark.parametrize(("form", "module"), [("latex", latex_matrix), ("markdown", markdown), ("html", web_tables)])
def test_of_a_large_matrix_no_number_is_written_out_but_those_shown(
    form: Format, module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted(values: np.ndarray, decimals: int) -> tuple[tuple[str, ...], ...]:
        asked.append(values.size)
        return format_results(values, decimals)

    monkeypatch.setattr(module, "format_results", counted)
    rng = np.random.default_rng(1)
    inputs = Projected(rng.normal(size=(300, 64)), *(rng.normal(size=(64, 64)) for _ in range(3)))
    export_text(trace(Scenario(inputs)), Order(form))
    assert asked
    assert max(asked) <= 100 * 100  # of 300 × 300, which only a web page has room for
