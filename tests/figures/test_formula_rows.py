"""Formulas are set once, and come out as ziamath alone sets them."""

from __future__ import annotations

from warnings import catch_warnings, simplefilter
from xml.etree import ElementTree

import pytest

with catch_warnings():
    simplefilter("ignore", DeprecationWarning)  # ziafont 0.11 finds its fonts in a way that Python 3.11 calls so
    from ziamath.nodes.mnode import Mnode
    from ziamath.nodes.mrow import Mrow
    from ziamath.tex import tex2mml
    from ziamath.zmath import Math

    from attnviz.figures.formula_rows import Row, as_svg

FORMULAS = (
    r"Q = X W_Q",
    r"w_{2,3} = \frac{e^{\hat{s}_{2,3}}}{\sum_{j=1}^{S} e^{\hat{s}_{2,j}}}",
    r"q^{(1)}_{1,10} = \sum_{m=1}^{d_{\text{model}}} X_{1,m} \, (W_Q)_{m,10} + (b_Q)_{10}",
    r"\left( \frac{q_2 \cdot k_3}{\sqrt{d_k}} \right)^{\left[ 2 \right]}",
    r"\begin{pmatrix} 1 & \frac{1}{2} \\ \left| x \right| & 4 \end{pmatrix}",
    r"\underbrace{a + \overrightarrow{AB}}_{n}",
    r"(a) \; |b_{|c|}|",
)


@pytest.mark.parametrize("latex", FORMULAS)
def test_a_formula_has_the_same_curves_as_where_each_row_is_measured(
    latex: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = ElementTree.tostring(as_svg(written(latex), 15.0))

    monkeypatch.setattr(Row, "_get_height_nostretch", Mrow._get_height_nostretch)

    assert ours == ElementTree.tostring(Math(written(latex), size=15.0).svgxml())


def test_a_row_in_a_row_is_not_set_once_more_for_each_row_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    whole = Mnode.__init__

    def counting(self: Mnode, *given: object, **named: object) -> None:
        made.append(self.mtag)
        whole(self, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Mnode, "__init__", counting)

    as_svg(written("e^{1 + e^{1 + e^{1 + x}}}"), 15.0)

    assert made.count("mi") == 4


def test_a_fence_is_as_high_as_what_stands_between_it() -> None:
    low, high = (height(rf"\left( {inside} \right)") for inside in ("x", r"\frac{\frac{a}{b}}{c}"))
    assert high > 1.5 * low


def height(latex: str) -> float:
    """Of the whole picture, in pixels."""
    return float(as_svg(written(latex), 15.0).get("height", "0"))


def written(latex: str) -> ElementTree.Element:
    """The formula as MathML without its namespace."""
    root = ElementTree.fromstring(tex2mml(latex, inline=False))
    for element in root.iter():
        element.tag = element.tag.partition("}")[2] or element.tag
    return root
