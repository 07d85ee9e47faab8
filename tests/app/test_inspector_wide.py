"""What is wider than the inspector goes on in the next line: nothing is cut off, and no letter of the page shrinks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from figure_scenarios import by_hand
from PySide6.QtGui import QTextBlock
from pytestqt.qtbot import QtBot

from attnviz.app.inspection.arithmetic_view import ArithmeticView
from attnviz.app.inspection.line_breaks import MAY_BREAK, formula_lines, longest, unbroken
from attnviz.app.inspection.page import Page, PageLine, PageStep
from attnviz.app.inspection.page_writer import FORMULA_PX, INDENT, LINE_PX
from attnviz.app.session import Session
from attnviz.content.explanation_parts import Part
from attnviz.figures.formula_picture import FormulaPicture, formula_picture
from attnviz.figures.formula_text import PICTURE
from attnviz.figures.theme import TextSize, theme

CELL = "^{(12)}_{40001,40000}"
EXPONENTIAL = rf"E{CELL} = e^{{z{CELL}}},\quad z{CELL} = \tilde{{s}}{CELL}"
SHIFTED = rf"E{CELL} = e^{{z{CELL} - \max_{{j}} z^{{(12)}}_{{40001,j}}}}"
BIASED = rf"\bar{{s}}{CELL} = \tilde{{s}}{CELL} + m \left( j - i \right) + B_{{40001,40000}}"
DOT = rf"s{CELL} = \sum_{{i=1}}^{{d_k}} q^{{(12)}}_{{40001,i}} \, k^{{(12)}}_{{40000,i}}"
SHARE = rf"w{CELL} = \frac{{e^{{z{CELL}}}}}{{\sum_{{j=1}}^{{S}} e^{{z^{{(12)}}_{{40001,j}}}}}}"
FORMULAS = (EXPONENTIAL, SHIFTED, BIASED, DOT, SHARE)
WIDTHS = (178, 256, 302)  # pixels of words in the narrowest inspector, and in windows of 1366 pixels


def product() -> PageLine:
    """+ (−1.698…)·(−1.165…), twice, as an explanation writes it."""
    once = (Part(" + "), Part("("), Part("−1.698…", "queries"), Part(")"), Part("·"), Part("("),
            Part("−1.165…", "keys"), Part(")"))  # fmt: skip
    return PageLine((*once[1:], *once))


def shown(qtbot: QtBot, width: int, text_size: TextSize) -> ArithmeticView:
    """A page with formulas and products that have not much room."""
    session = Session(by_hand())
    view = ArithmeticView(session)
    session.setParent(view)
    qtbot.addWidget(view)
    view.resize(width, 900)
    view.show()
    steps = (*(PageStep("Step", (), formula=latex) for latex in FORMULAS), PageStep("Dot product", (product(),)))
    view.show_page(Page("Query 40001", "head 12, row 40001", "", steps), theme("light", text_size, 768))
    return view


def blocks(view: ArithmeticView) -> Iterator[QTextBlock]:
    block = view.document().begin()
    while block.isValid():
        yield block
        block = block.next()


def pictures(view: ArithmeticView) -> list[FormulaPicture]:
    """The formulas of the page from above down."""
    found = []
    for block in blocks(view):
        held = block.begin().fragment().charFormat().property(PICTURE) if block.length() > 1 else None
        found += [held] if isinstance(held, FormulaPicture) else []
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_nothing_is_wider_than_the_page(qtbot: QtBot, width: int, text_size: TextSize) -> None:
    view = shown(qtbot, width, text_size)
    for block in blocks(view):
        layout, indent = block.layout(), block.blockFormat().leftMargin()
        for number in range(layout.lineCount()):
            assert layout.lineAt(number).naturalTextWidth() + indent <= view.viewport().width()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_one_wide_line_makes_no_letter_smaller(qtbot: QtBot, width: int, text_size: TextSize) -> None:
    view = shown(qtbot, width, text_size)
    factor = theme("light", text_size, 768).factor
    sizes = {
        block.begin().fragment().charFormat().font().pixelSize() for block in blocks(view) if "−1.698…" in block.text()
    }
    assert sizes == {round(LINE_PX * factor)}


@pytest.mark.parametrize("latex", FORMULAS)
@pytest.mark.parametrize(("width", "text_size"), [(256, "projector"), (302, "normal"), (178, "normal")])
def test_a_formula_goes_on_in_the_next_line_before_it_is_smaller_than_the_numbers(
    qtbot: QtBot, latex: str, width: int, text_size: TextSize
) -> None:
    look = theme("light", text_size, 768)
    look = look.grown(1.5 / look.factor) if text_size == "projector" else look  # as the inspector's page has it
    view = shown(qtbot, width, text_size)
    view.show_page(Page("Query", "row", "", (PageStep("Step", (), formula=latex),)), look)
    sizes = [
        picture.width / formula_picture(picture.latex, 100.0, look.palette.text).width * 100
        for picture in pictures(view)
    ]
    assert min(sizes) >= 0.98 * LINE_PX * look.factor
    assert max(sizes) <= 1.01 * FORMULA_PX * look.factor


def test_a_formula_is_parted_between_its_equations_first() -> None:
    def fits(latex: str) -> bool:
        return len(latex) < len(EXPONENTIAL)

    assert formula_lines(EXPONENTIAL, fits) == [
        rf"E{CELL} = e^{{z{CELL}}},",
        rf"z{CELL} = \tilde{{s}}{CELL}",
    ]


def test_a_formula_without_room_is_parted_at_each_of_its_signs() -> None:
    assert formula_lines(r"a_{1} = b - c + \frac{d = e}{f + g} \, h", lambda _latex: False) == [
        "a_{1}", "= b", "- c", r"+ \frac{d = e}{f + g}", r"\cdot h",
    ]  # fmt: skip


def test_a_formula_with_room_stays_whole() -> None:
    assert formula_lines(EXPONENTIAL, lambda _latex: True) == [EXPONENTIAL]


def test_arithmetic_stands_at_the_margin_where_its_longest_product_has_room_there_alone(qtbot: QtBot) -> None:
    indents = {width: _indent(shown(qtbot, width, "normal")) for width in (302, 178)}
    assert indents == {302: INDENT, 178: 0}


def _indent(view: ArithmeticView) -> float:
    return next(block.blockFormat().leftMargin() for block in blocks(view) if "−1.698…" in block.text())


def test_a_product_goes_on_before_its_dot_where_it_has_no_room_at_all() -> None:
    line = product()
    assert MAY_BREAK not in "".join(unbroken(line, longest(line)))
    assert "".join(unbroken(line, longest(line) - 1)).count(f"{MAY_BREAK}·") == 1  # the first has no + before it
