r"""How wide formulas are: against what TeX itself measured, with \wd of a box in letters of 10 points."""

from __future__ import annotations

import re

import pytest
from explained import explained

from attnviz.content.documents.export import Order, export_text
from attnviz.content.documents.latex_width import width_of
from attnviz.content.explanation_text import as_latex
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.tracing import trace

PLAIN_PAGE = 345.0 - 25.0  # of the class article, inside an enumeration
GATHERED = re.compile(r"\\begin\{gather\*\}\n(.*?)\n *\\end\{gather", re.DOTALL)
SHARES = {r"\small": 0.93, r"\footnotesize": 0.85, r"\scriptsize": 0.77, r"\tiny": 0.65}


@pytest.mark.parametrize(
    ("formula", "points"),
    [
        (r"\frac{0.100\ldots}{\sqrt{2}} = 0.070\ldots", 87.95538),
        (r"3.378\ldots \cdot 0.288\ldots + 2.544\ldots \cdot 4.086\ldots = 11.369\ldots", 225.55504),
    ],
)
def test_numbers_and_signs_are_as_wide_as_tex_sets_them(formula: str, points: float) -> None:
    assert points <= width_of(formula) <= 1.05 * points


@pytest.mark.parametrize("formula", ["", "{", "}", r"\frac", r"\frac{1}", "^", r"a_", r"\sqrt{{2}", "}}{{", "\\"])
def test_half_a_formula_has_a_width_too(formula: str) -> None:
    assert width_of(formula) >= 0


@pytest.mark.parametrize("name", ["trophy", "by-hand", "two-heads", "rotary"])
def test_no_row_of_an_explanation_is_wider_than_a_plain_page(name: str) -> None:
    found = explained(preset(name), Cell("output", None, 1, 0), terms=None, from_inputs=name != "trophy")
    rows = [row.strip() for body in GATHERED.findall(as_latex(found)) for row in body.split("\\\\\n")]
    assert rows
    for row in rows:
        size = next((size for size in SHARES if row.startswith(rf"\text{{{size}$")), "")
        if size != r"\tiny":  # which is all that can be done
            assert SHARES.get(size, 1.0) * width_of(row) <= PLAIN_PAGE


def test_a_page_grows_with_a_matrix_that_is_not_shortened() -> None:
    traced = trace(preset("trophy"))
    short = export_text(traced, Order("latex", ("X",), content="matrices", standalone=True))
    whole = export_text(traced, Order("latex", ("X",), content="matrices", standalone=True, whole=True))
    assert r"\pdfpagewidth" not in short
    grown = {found[1]: int(found[2]) for found in re.finditer(r"\\addtolength\{\\(\w+width)\}\{(\d+)pt\}", whole)}
    assert set(grown) == {"textwidth", "paperwidth", "pdfpagewidth", "pagewidth"}
    assert len(set(grown.values())) == 1
    columns = traced.scenario.inputs.X.shape[1]  # type: ignore[union-attr]
    assert min(grown.values()) > columns * 15 - 430
