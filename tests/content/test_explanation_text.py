"""Explanations as text, Markdown and LaTeX that an independent reader of LaTeX takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from xml.etree import ElementTree

import numpy as np
import pytest
from latex2mathml.converter import convert

from attnviz.content.explanation import Explanation, explain
from attnviz.content.explanation_text import as_latex, as_markdown, as_text
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.cells import Cell
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

WEIGHT = Cell("weights", 0, 1, 2)
AWKWARD = ("a_b$c%", "*{x}#&", "~^\\<|")


def explained(scenario: Scenario, cell: Cell = WEIGHT, **options: object) -> Explanation:
    return explain(trace(scenario), cell, 3, **options)


@lru_cache
def every_step() -> list[Explanation]:
    """Each stage of each small example, and of one with every setting."""
    full = replace(
        preset("by-hand"), softcap=5.0, temperature=0.5, scale=-0.5, bias=np.full((3, 3), -1.5), mask=Mask(causal=True)
    )
    found = []
    for scenario in (*(preset(example.name) for example in PRESETS if not example.name.startswith("trophy")), full):
        traced = trace(scenario)
        inputs = (name for name, _ in scenario.inputs.items())
        for name in dict.fromkeys((*inputs, *traced.stages)):
            head = 0 if name not in ("concatenated", "output") else None
            rows, columns = traced.at(name, head).shape
            found += [
                explain(traced, Cell(name, head, row, column), 3) for row, column in ((0, columns - 1), (rows - 1, 0))
            ]
    return found


def test_text_is_numbered_steps_with_their_arithmetic() -> None:
    lines = as_text(explained(preset("by-hand"))).splitlines()
    assert lines[:6] == [
        "Weights: query 2 “b” looks at key 3 “c”", "", "1  Dot product", "   1·1 + 1·2 = 3", "", "2  Scale by √d_k",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("write", "depth", "there", "not_there"),
    [
        (as_text, "words", "Query 2 “b” looks at key 3 “c”:", "÷ √2"),
        (as_text, "numbers", "3 ÷ √2 = 2.121…", "Query 2 “b” looks at key 3 “c”:"),
        (as_text, "formula", "s̃[2,3] = s[2,3] ÷ √d_k\n   3 ÷ √2 = 2.121…", "Query 2 “b” looks at key 3 “c”:"),
        (as_markdown, "words", "Query 2 “b” looks at key 3 “c”:", "÷ √2"),
        (as_markdown, "numbers", "3 ÷ √2 = 2.121…", "Query 2 “b” looks at key 3 “c”:"),
        (as_markdown, "formula", r"\frac{s_{2,3}}{\sqrt{d_k}}", "÷ √2"),
    ],
)
def test_each_depth_stands_alone(write: Callable[..., str], depth: str, there: str, not_there: str) -> None:
    text = write(explained(preset("by-hand")), depth)
    assert there in text
    assert not_there not in text


def test_all_depths_stand_together() -> None:
    text = as_text(explained(preset("by-hand")), "all")
    for piece in ("Query 2 “b” looks at key 3 “c”:", "3 ÷ √2 = 2.121…", "s[2,3] ÷ √d_k"):
        assert piece in text


def test_the_distance_of_a_pencil_ends_each_format() -> None:
    found = explained(replace(preset("by-hand"), pencil=3))
    assert as_text(found).endswith("the pencil is 0.000025 above it.\n")
    assert as_markdown(found).endswith("the pencil is 0.000025 above it.\n")
    assert as_latex(found).endswith("the pencil is 0.000025 above it.\n")


def test_markdown_is_a_heading_and_a_list_with_formulas_between_dollars() -> None:
    lines = as_markdown(explained(preset("by-hand")), "formula").splitlines()
    assert lines[:4] == [
        "### Weights: query 2 “b” looks at key 3 “c”", "", "1. **Dot product**  ",
        r"   $$s_{2,3} = \sum_{i=1}^{d_k} q_{2,i} \, k_{3,i}$$",
    ]  # fmt: skip


def test_markdown_takes_no_label_for_markup() -> None:
    text = as_markdown(explained(replace(preset("by-hand"), tokens=AWKWARD)), "words")
    assert r"query 2 “\*{x}\#\&”".replace("{", r"\{").replace("}", r"\}") in text
    assert r"\~^\\\<\|" in text


def test_every_formula_is_read_by_an_independent_reader_of_latex() -> None:
    formulas = {
        formula for found in every_step() for step in found.steps for formula in (step.formula, step.substituted)
    }
    assert len(formulas) > 400
    for formula in sorted(formulas):
        tree = ElementTree.fromstring(convert(formula))
        assert "\\" not in "".join(tree.itertext()), formula  # an unknown command would be left as it is


@pytest.mark.parametrize("depth", ["words", "numbers", "formula", "all"])
def test_latex_is_balanced_whatever_the_labels_are(depth: str) -> None:
    scenario = replace(preset("by-hand"), tokens=AWKWARD, mask=Mask(causal=True))
    for cell in (Cell("weights", 0, 1, 2), Cell("weights", 0, 2, 1), Cell("output", None, 2, 0)):
        text = as_latex(explained(scenario, cell), depth, document=True)
        bare = re.sub(r"\\[\\{}$&%#_]", "", text)
        assert bare.count("{") == bare.count("}")
        assert bare.count("$") % 2 == 0
        assert sorted(re.findall(r"\\begin\{(.*?)\}", text)) == sorted(re.findall(r"\\end\{(.*?)\}", text))
        assert not set("%#&~^") & set(re.sub(r"\\begin\{gather\*\}.*?\\end\{gather\*\}", "", bare, flags=re.S))


def test_latex_speaks_of_W_Q_and_the_root_in_mathematics() -> None:
    text = as_latex(explained(preset("by-hand"), from_inputs=True), "words")
    assert "Row 2 of X times $W_Q$" in text
    assert r"Scale by $\sqrt{d_k}$" in text


def test_latex_spells_out_every_sign_that_plain_tex_lacks() -> None:
    for found in every_step():
        assert not set("−∞…≈±·÷→√") & set(as_latex(found, "all"))


def test_a_long_sum_goes_on_in_the_next_row_between_its_terms() -> None:
    text = as_latex(explained(preset("trophy"), Cell("queries", 0, 0, 0), terms=16), "numbers")
    rows = re.search(r"\\begin\{gather\*\}\n(.*?)\n *\\end", text, re.S)[1].split("\\\\\n")
    assert len(rows) > 3
    assert all(row.strip().startswith(r"\quad +") for row in rows[1:])
    assert all(row.count(r"\left") == row.count(r"\right") for row in rows)


def test_what_has_no_result_is_said_in_every_format() -> None:
    found = explained(replace(preset("by-hand"), mask=Mask(padding=(0, 1, 2))))
    for text in (as_text(found), as_markdown(found), as_latex(found)):
        assert "Query 2 “b” sees no key." in text


def test_a_short_snippet_needs_no_document() -> None:
    assert as_latex(explained(preset("by-hand"))).startswith(r"\paragraph{Weights: ")
    assert as_latex(explained(preset("by-hand")), document=True).count(r"\begin{document}") == 1


def test_symbols_and_numbers_are_one_chain_where_a_line_has_room() -> None:
    text = as_latex(explained(preset("by-hand")))
    assert r"\tilde{s}_{2,3} = \frac{s_{2,3}}{\sqrt{d_k}} = \frac{3}{\sqrt{2}} = 2.121\ldots" in text


def test_markdown_takes_no_further_line_of_a_sum_for_an_item_of_a_list() -> None:
    written = as_markdown(explain(trace(preset("trophy")), Cell("queries", None, 0, 0), 3), "numbers")
    further = [line for line in written.splitlines() if line.lstrip(" \\").startswith("+ ")]
    assert len(further) == 9  # seven products, what is left out, and the bias
    assert all(line.startswith(r"   \+ ") for line in further)
