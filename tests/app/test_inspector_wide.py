"""What is wider than the inspector goes on in the next line: nothing is cut off, and no letter of the page shrinks."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import pytest
from figure_scenarios import by_hand
from PySide6.QtGui import QTextBlock
from pytestqt.qtbot import QtBot

from attnviz.app.inspection.arithmetic_view import ArithmeticView
from attnviz.app.inspection.line_breaks import JOINER, MAY_BREAK, formula_lines, longest, unbroken
from attnviz.app.inspection.page import Page, PageLine, PageStep
from attnviz.app.inspection.page_formulas import FORMULA_PX, LINE_PX
from attnviz.app.inspection.page_writer import INDENT
from attnviz.app.session import Session
from attnviz.content.explanation_parts import Part
from attnviz.figures.formula_picture import FormulaPicture, formula_picture
from attnviz.figures.formula_text import PICTURE
from attnviz.figures.labels import ruler
from attnviz.figures.theme import TextSize, font, theme

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


def test_a_key_goes_on_whole_under_the_weight_that_it_gets_where_it_has_no_room_behind() -> None:
    line = PageLine((Part("  "), Part("0.014"), Part("  "), Part("788 “flooded”")))
    assert "".join(unbroken(line, 20)).split(" ")[1] == "788 “flooded”".replace(" ", "\u00a0")
    assert " " not in "".join(unbroken(line, 22))


def test_whose_a_slope_is_goes_on_under_it_whole_where_it_has_no_room_behind() -> None:
    line = PageLine((Part("+0.288"), Part("  "), Part("X: “a”, number 1")))
    assert "".join(unbroken(line, 20)).split(" ") == ["+0.288", "X: “a”, number 1".replace(" ", "\u00a0")]
    assert " " not in "".join(unbroken(line, 24))


SMALL = "−9.33…×10⁻¹⁴"  # of which the dots and the power would stand in two lines
EQUATIONS = ("e^11.316… = 82145.862…", "e^9.610… = 14909.373…", "e^8.498… = 4905.443…")


def of_small_numbers() -> PageLine:
    """+ (−9.33…×10⁻¹⁴)·(−9.33…×10⁻¹⁴), three times."""
    once = (Part(" + "), Part("("), Part(SMALL, "queries"), Part(")"), Part("·"), Part("("), Part(SMALL, "keys"),
            Part(")"))  # fmt: skip
    return PageLine((*once[1:], *once, *once))


def named() -> tuple[PageLine, ...]:
    """Exponentials under the names of their keys, as an explanation writes them."""
    return tuple(
        PageLine((Part("key 1141 “money”", "keys"), Part(": "), *(Part(piece) for piece in parts)))
        for text in EQUATIONS
        for parts in [("e^", text[2:].partition(" ")[0], " = ", text.rpartition(" ")[2])]
    )


def on_a_page(qtbot: QtBot, width: int, text_size: TextSize, *lines: PageLine) -> ArithmeticView:
    view = shown(qtbot, width, text_size)
    view.show_page(Page("Query", "row", "", (PageStep("Step", lines),)), theme("light", text_size, 768))
    return view


def written_lines(view: ArithmeticView) -> list[tuple[float, str]]:
    """The lines of the page from the first step's on, each with how far in it begins."""
    found = []
    for block in list(blocks(view))[3:]:
        layout = block.layout()
        for line in map(layout.lineAt, range(layout.lineCount())):
            text = block.text()[line.textStart() : line.textStart() + line.textLength()]
            found.append((line.x() + block.blockFormat().leftMargin(), text))
    return found


@pytest.mark.parametrize(
    ("width", "text_size"),
    [*((width, size) for width in (*WIDTHS, 330, 360, 410) for size in ("normal", "large")), (256, "projector")],
)
def test_no_line_begins_or_ends_inside_a_number(qtbot: QtBot, width: int, text_size: TextSize) -> None:
    texts = [text for _, text in written_lines(on_a_page(qtbot, width, text_size, of_small_numbers()))]
    assert len(texts) > 1
    assert sum(text.replace(JOINER, "").count(SMALL) for text in texts) == 6


def test_a_sign_stands_before_what_is_said_of_the_rest(qtbot: QtBot) -> None:
    rest = (Part("3033.391…"), Part(" + "), Part("48417.075…"), Part(" (1491 more exponentials)"))
    texts = [text for _, text in written_lines(on_a_page(qtbot, 170, "normal", PageLine(rest)))]
    assert [text.replace("\u00a0", " ").strip() for text in texts] == [
        "3033.391…", "+ 48417.075…", "(1491 more", "exponentials)",
    ]  # fmt: skip


def test_what_keeps_a_number_whole_is_not_copied(qtbot: QtBot) -> None:
    view = on_a_page(qtbot, 256, "normal", of_small_numbers())
    view.selectAll()
    for text in (view.toPlainText(), view.createMimeDataFromSelection().text()):
        assert f"({SMALL})·({SMALL}) + (" in text
        assert JOINER not in text


@pytest.mark.parametrize(("width", "text_size"), [(256, "projector"), (256, "large"), (178, "normal")])
def test_what_goes_on_under_a_name_is_further_in_than_names(qtbot: QtBot, width: int, text_size: TextSize) -> None:
    lines = written_lines(on_a_page(qtbot, width, text_size, *named()))
    names = {x for x, text in lines if text.startswith("key")}
    others = {x for x, text in lines if not text.startswith("key")}
    assert len(names) == 1
    assert others == {names.pop() + INDENT}


def test_an_equation_stands_whole_under_its_name_where_its_raised_signs_leave_it_room(qtbot: QtBot) -> None:
    sign = ruler(font(LINE_PX, monospaced=True)).width("0")
    width = ceil(19 * sign) + 2 * INDENT  # one sign less than the equation would take with signs of one size
    line = PageLine((Part("key 388 “it”", "keys"), Part(": "), *named()[2].parts[2:]))
    lines = written_lines(on_a_page(qtbot, width, "normal", line))
    assert [text.replace("\u00a0", " ").strip() for _, text in lines] == ["key 388 “it”:", EQUATIONS[2]]


def test_a_product_stands_whole_under_its_name_where_only_the_margin_leaves_it_room(qtbot: QtBot) -> None:
    numbers = (Part("("), Part("−1.121…"), Part(")"), Part("·"), Part("("), Part("−2.051…"), Part(")"))
    lines = [
        PageLine((*sign, Part(f"number {at}"), Part(": "), *numbers)) for at, sign in ((2, ()), (13, (Part("+ "),)))
    ]
    view = shown(qtbot, 256, "projector")
    look = theme("light", "projector", 768)
    view.show_page(Page("Query", "row", "", (PageStep("Step", tuple(lines)),)), look.grown(1.5 / look.factor))
    texts = [text.replace("\u00a0", " ").replace(JOINER, "").strip() for _, text in written_lines(view)]
    assert texts == ["number 2:", "(−1.121…)·(−2.051…)", "+ number 13:", "(−1.121…)·(−2.051…)"]


def test_a_line_of_a_sum_has_its_name_after_the_plus() -> None:
    name = Part("number 2")
    assert PageLine((Part("+ "), name, Part(": "), Part("1"))).name is name
    assert PageLine((name, Part(": "), Part("1"))).name is name
    assert PageLine((Part("1"), Part(" + "), Part("1"))).name is None
