"""Prose: formulas are drawn, terms are links, numbers are set apart, and what cannot be read stays readable."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage, QPainter, QTextCharFormat, QTextCursor

from attnviz.content.presets import preset
from attnviz.engine.cells import Region
from attnviz.engine.tracing import trace
from attnviz.figures.prose import MARKS, Prose, prose, with_numbers, without_marks
from attnviz.figures.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")


def form_of(document: Prose, words: str) -> QTextCharFormat:
    """How these words look."""
    cursor = document.find(words)
    assert not cursor.isNull(), words
    return cursor.charFormat()


def written(text: str) -> Prose:
    return prose(text, theme(), 14, 500)


def test_a_term_is_a_link_with_dots_under_its_words() -> None:
    document = written("A [[softmax]] of [[score|all scores]].")
    form = form_of(document, "all scores")
    assert (form.anchorHref(), form.underlineStyle()) == (
        "term:score",
        QTextCharFormat.UnderlineStyle.DotLine,
    )
    assert document.terms == ["softmax", "score"]
    assert document.toPlainText() == "A softmax of all scores."


def test_a_formula_in_the_line_takes_one_place_and_is_painted() -> None:
    document = written("The score $q_2 \\cdot k_3$ is a number.")
    assert document.toPlainText() == "The score \ufffc is a number."
    with_it, without = inked(document), inked(written("The score is a number."))
    assert with_it > without + 30


def inked(document: Prose) -> int:
    """How many pixels are not white once it is painted."""
    image = QImage(520, 80, QImage.Format.Format_Grayscale8)
    image.fill(255)
    with QPainter(image) as painter:
        document.drawContents(painter)
    return sum(value < 200 for value in bytes(image.constBits()))


def test_a_formula_on_its_own_line_stands_in_the_middle() -> None:
    document = written("Before\n\n$$\\frac{a}{b}$$\n\nafter")
    block = document.begin().next()
    assert block.text() == "\ufffc"
    line = block.layout().lineAt(0)
    assert line.naturalTextRect().center().x() == pytest.approx(250, abs=2)


def test_a_formula_that_cannot_be_read_stays_as_it_is_written() -> None:
    assert "\\frac{a" in written("See $\\frac{a$ here.").toPlainText()


def test_code_keeps_its_dollars_and_brackets() -> None:
    assert written("Write `$x$ [[term]] {y}` so.").toPlainText() == "Write $x$ [[term]] {y} so."


def test_an_escaped_dollar_is_a_dollar() -> None:
    assert written("It costs \\$5 or \\$6.").toPlainText() == "It costs $5 or $6."


def test_live_numbers_are_set_apart_without_their_marks() -> None:
    document = written(f"Now {MARKS[0]}0.576{MARKS[1]} and 0.140.")
    assert document.toPlainText() == "Now 0.576 and 0.140."
    assert form_of(document, "0.576").fontWeight() > form_of(document, "0.140").fontWeight()
    assert form_of(document, "0.140").foreground().color() == theme().palette.text


def test_numbers_come_from_the_engine_and_veiled_ones_do_not_come_at_all() -> None:
    traced = trace(preset("by-hand"))
    # Curriculum, unit 2: query 2 gives key 3 the weight 0.576.
    assert without_marks(with_numbers("{weights[2,3]}", traced)) == "0.576"
    veiled = (Region("weights", 0, (1, 2), (0, 3)),)
    assert without_marks(with_numbers("{weights[2,3]}", traced, veiled=veiled)) == "?"


@pytest.mark.parametrize(
    ("expression", "role"),
    [("keys[3,2]", "keys"), ("values[1,*]", "values"), ("output[2,1]", "output"), ("queries[2,*]", "queries"),
     ("sum(weights[2,*])", "weights"), ("W_V[1,1]", "values")],
)  # fmt: skip
def test_a_live_number_has_the_colour_of_its_role(expression: str, role: str) -> None:
    document = written(with_numbers(f"{{{expression}}}", trace(preset("by-hand"))))
    end = document.toPlainText().rstrip(")")[-1]
    assert form_of(document, end).foreground().color() == theme().role(role)


def test_a_number_of_several_roles_has_the_colour_of_the_text() -> None:
    document = written(with_numbers("{queries[2,1] * keys[3,2]}", trace(preset("by-hand"))))
    assert form_of(document, "2").foreground().color() == theme().palette.text


def test_a_bold_word_stays_bold_beside_a_list() -> None:
    document = written("A **bold** word\n\n- one\n- two")
    assert form_of(document, "bold").fontWeight() > 500
    cursor = document.find("one")
    assert isinstance(cursor, QTextCursor)
    assert cursor.currentList() is not None


def test_fonts_are_ours_for_code_too() -> None:
    assert "DejaVu Sans Mono" in form_of(written("Call `softmax(x)`."), "softmax").fontFamilies()


def test_a_line_of_code_that_is_too_long_goes_on_set_in_and_is_not_cut() -> None:
    code = "output, weights = attention(Q, K, V, np.tri(3, dtype=bool))"
    document = prose(f"```python\n{code}\n```", theme(), 14, 300)
    layout = document.begin().layout()
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    assert len(lines) > 1
    assert all(line.naturalTextWidth() <= 300 for line in lines)
    assert lines[1].x() > lines[0].x()
    assert document.toPlainText().strip() == code
