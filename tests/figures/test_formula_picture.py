"""Formulas are set as on paper, in the colours asked for, and stand on the line of the words around them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTextCharFormat, QTextCursor, QTextDocument

from attnviz.engine.errors import FieldError
from attnviz.figures import formula_picture as formula_picture_module
from attnviz.figures.formula_picture import formula_picture
from attnviz.figures.formula_text import insert_formula, let_hold_formulas, plain_of
from attnviz.figures.theme import font

INK, BLUE, ORANGE = QColor("#1a1f29"), QColor("#1769aa"), QColor("#c05408")
SYMBOLS = {"q": BLUE, "Q": BLUE, "k": ORANGE, "K": ORANGE}


def colours(latex: str) -> set[str]:
    return {colour.name() for _, colour in formula_picture(latex, 18, INK, SYMBOLS).shapes}


def rows_of_ink(image: QImage) -> np.ndarray:
    image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)[:, : image.width()]
    return np.flatnonzero((pixels < 128).any(axis=1))


@pytest.mark.usefixtures("qapp")
def test_a_fraction_is_higher_than_its_parts_and_has_both_over_each_other() -> None:
    fraction, letter = (formula_picture(text, 18, INK) for text in (r"\frac{a}{b}", "a"))
    assert fraction.size.height() > 2 * letter.size.height()
    assert fraction.width < 2 * letter.width
    assert fraction.descent > 0


@pytest.mark.usefixtures("qapp")
def test_a_formula_fills_its_box_and_nothing_beyond() -> None:
    picture = formula_picture(r"\frac{q_2 \cdot k_3}{\sqrt{d_k}}", 24, INK)
    bounds = QRectF()
    for path, _ in picture.shapes:
        bounds = bounds.united(path.boundingRect())
    assert (bounds.left(), bounds.right()) == pytest.approx((0, picture.width))
    assert (-bounds.top(), bounds.bottom()) == pytest.approx((picture.ascent, picture.descent))


@pytest.mark.usefixtures("qapp")
def test_symbols_take_the_colour_of_their_role_with_their_subscripts() -> None:
    assert colours("q_2") == {BLUE.name()}
    assert colours(r"q_2 \cdot k_3") == {BLUE.name(), ORANGE.name(), INK.name()}


@pytest.mark.usefixtures("qapp")
def test_a_projection_takes_the_colour_of_what_it_makes() -> None:
    assert colours("W_Q") == {BLUE.name()}


@pytest.mark.usefixtures("qapp")
def test_the_k_of_d_k_is_no_key() -> None:
    assert colours(r"\sqrt{d_k}") == {INK.name()}


@pytest.mark.usefixtures("qapp")
def test_the_same_wish_gives_the_same_object() -> None:
    assert formula_picture("x", 18, INK) is formula_picture("x", 18, QColor(INK))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("latex", ["", r"\frac{a}", "a_b_c", r"\left( x"])
def test_what_is_no_formula_is_refused_with_its_own_text(latex: str) -> None:
    with pytest.raises(FieldError, match="formula"):
        formula_picture(latex, 18, INK)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("px", [14, 30])
def test_in_text_a_formula_stands_on_the_line_of_the_words(px: int) -> None:
    images = []
    for held in ("words", "formula"):
        document = QTextDocument()
        let_hold_formulas(document)
        looks = QTextCharFormat()
        looks.setFont(font(px))
        cursor = QTextCursor(document)
        cursor.insertText("x" if held == "words" else " ", looks)
        if held == "formula":
            insert_formula(cursor, formula_picture("x", px, INK, inline=True), looks)
        image = QImage(100, 100, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        with QPainter(image) as painter:
            document.drawContents(painter)
        images.append(image)
    words, formula = (int(rows_of_ink(image)[-1]) for image in images)
    assert abs(words - formula) <= 1


@pytest.mark.usefixtures("qapp")
def test_a_formula_in_text_is_copied_as_its_latex() -> None:
    document = QTextDocument()
    let_hold_formulas(document)
    cursor = QTextCursor(document)
    cursor.insertText("the score ")
    insert_formula(cursor, formula_picture(r"q_2 \cdot k_3", 14, INK, inline=True))
    cursor.insertText(" is 3")
    cursor.select(QTextCursor.SelectionType.Document)
    assert plain_of(cursor) == r"the score $q_2 \cdot k_3$ is 3"


@pytest.mark.usefixtures("qapp")
def test_the_image_shows_what_painting_shows() -> None:
    picture = formula_picture(r"\frac{a}{b}", 30, INK)
    painted = QImage(picture.image().size(), QImage.Format.Format_ARGB32_Premultiplied)
    painted.fill(QColor(0, 0, 0, 0))
    with QPainter(painted) as painter:
        picture.paint(painter, QPointF(0, picture.ascent))
    assert painted == picture.image()


def test_nothing_of_the_typesetter_is_loaded_before_a_formula_is_set() -> None:
    program = (
        "import sys, attnviz.app.window; print([name for name in sys.modules if name.startswith(('zia', 'latex2'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "latex",
    ["{" * 450 + "}" * 450, r"\def\a{\a\a}\a", r"\hat\left ", r"\overline{a}\text ",
     "x+" * 40_000 + "x"],
    ids=["brackets", "endless macro", "unfinished", "text of nothing", "long"],
)  # fmt: skip
@pytest.mark.usefixtures("qapp")
def test_a_formula_too_deep_too_long_or_unfinished_is_refused_as_any_other(latex: str) -> None:
    with pytest.raises(FieldError):
        formula_picture(latex, 18, INK)


@pytest.mark.usefixtures("qapp")
def test_in_other_colours_a_formula_is_not_set_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    latex = r"s_{4,7} = \frac{q_4 \cdot k_7}{\sqrt{d_k}}"
    first = formula_picture(latex, 18, INK, SYMBOLS)
    monkeypatch.setattr(formula_picture_module, "_drawn", None)
    other = formula_picture(latex, 18, ORANGE, dict.fromkeys(SYMBOLS, INK))
    assert other.size == first.size
    assert {colour.name() for _, colour in other.shapes} == {ORANGE.name(), INK.name()}
    assert {colour.name() for _, colour in first.shapes} == {INK.name(), BLUE.name(), ORANGE.name()}


@pytest.mark.usefixtures("qapp")
def test_neighbours_of_one_colour_are_one_shape_whatever_they_would_be_in_others() -> None:
    assert len(formula_picture(r"q \, k", 18, INK, {"q": BLUE, "k": BLUE}).shapes) == 1
