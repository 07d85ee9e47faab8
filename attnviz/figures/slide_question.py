"""A question on a slide: its choices in large letters, and once it is answered the right one and why."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from attnviz.content.lessons.model import Question
from attnviz.figures.theme import Theme, font

_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
LARGEST, SMALLEST = 20.0, 46.0  # the place's height over the height of the letters


def paint_question(painter: QPainter, place: QRectF, question: Question, theme: Theme, *, answered: bool) -> None:
    """The question over its choices, in the largest letters with which all of them fit."""
    sizes = range(round(place.height() / LARGEST), max(10, round(place.height() / SMALLEST)), -1)
    size = next((size for size in sizes if _height(painter, place, question, size, answered) <= place.height()), 11)
    _walk(painter, place, question, size, theme, answered=answered, draw=True)


def _height(painter: QPainter, place: QRectF, question: Question, size: int, answered: bool) -> float:
    return _walk(painter, place, question, size, None, answered=answered, draw=False) - place.top()


def _walk(
    painter: QPainter,
    place: QRectF,
    question: Question,
    size: int,
    theme: Theme | None,
    *,
    answered: bool,
    draw: bool,
) -> float:
    """Draws or only measures from top to bottom; comes back with the foot."""
    top = place.top()

    def put(text: str, left: float, *, bold: bool = False, soft: bool = False, role: str = "") -> None:
        nonlocal top
        painter.setFont(font(size, bold=bold))
        room = QRectF(left, top, place.right() - left, 10_000)
        needed = painter.boundingRect(room, _FLAGS, text)
        if draw and theme is not None:
            palette = theme.palette
            painter.setPen(theme.role(role) if role else palette.soft if soft else palette.text)
            painter.drawText(room, _FLAGS, text)
        top += needed.height()

    put(question.ask, place.left())
    top += size * 0.9
    for number, choice in enumerate(question.choices):
        chosen = answered and choice.right
        sign = "✓" if chosen else chr(ord("A") + number)
        start = top
        put(sign, place.left() + size, bold=chosen, soft=answered and not choice.right, role="values" if chosen else "")
        top = start
        put(choice.text, place.left() + 2.6 * size, bold=chosen, soft=answered and not choice.right)
        if chosen and choice.why:
            put(choice.why, place.left() + 2.6 * size)
        top += size * 0.6
    return top
