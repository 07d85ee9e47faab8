"""A question on a slide: its choices in large letters, and once it is answered the right one and why."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from attnviz.content.lessons.choice_order import shown_order
from attnviz.content.lessons.model import Question
from attnviz.figures.prose import Prose, prose
from attnviz.figures.theme import Theme, font

LARGEST, SMALLEST = 18, 44  # the place's height over the height of the letters
_DOWN = 0.35  # of what is left below: a little above the middle
_INDENT, _AFTER_SIGN = 1.0, 2.6  # of the letters' height: where the sign of a choice stands, and its words


@dataclass(frozen=True)
class _Line:
    """Words at a place, with the sign before them."""

    words: Prose
    left: float
    top: float
    sign: str = ""
    right: bool = False


def paint_question(painter: QPainter, place: QRectF, question: Question, theme: Theme, *, answered: bool) -> None:
    """The question over its choices, in the largest letters with which all of them fit."""
    size = _size(question, place.getRect(), theme, answered)
    lines = tuple(_lines(question, size, place, theme, answered=answered))
    down = max(0.0, (place.bottom() - _foot(lines)) * _DOWN)
    painter.translate(0, down)
    for line in lines:
        _paint(painter, line, size, theme, indent=place.left() + _INDENT * size)
    painter.translate(0, -down)


@lru_cache(16)  # it is painted many times while somebody thinks about it
def _size(question: Question, rect: tuple[float, float, float, float], theme: Theme, answered: bool) -> int:
    """Of the letters in pixels: the smallest that there are where none fit."""
    place = QRectF(*rect)

    def is_too_large(size: int) -> bool:
        return _foot(tuple(_lines(question, size, place, theme, answered=answered))) > place.bottom()

    smallest = max(11, round(place.height() / SMALLEST))
    larger = range(smallest + 1, round(place.height() / LARGEST) + 1)
    return smallest + bisect_left(larger, True, key=is_too_large)


def _foot(lines: tuple[_Line, ...]) -> float:
    """Where the last one ends."""
    return lines[-1].top + lines[-1].words.size().height()


def _lines(question: Question, size: int, place: QRectF, theme: Theme, *, answered: bool) -> Iterator[_Line]:
    """From top to bottom; a wrong choice steps back once the answer is known."""
    ask = prose(question.ask, theme, size, place.width())
    yield _Line(ask, place.left(), place.top())
    top = place.top() + ask.size().height() + 0.9 * size
    left = place.left() + _AFTER_SIGN * size
    for number, place_in_file in enumerate(shown_order(question)):
        choice = question.choices[place_in_file]
        known = answered and choice.right
        text = f"{choice.text}\n\n{choice.why}" if known and choice.why else choice.text
        words = prose(text, theme, size, place.right() - left, soft=answered and not choice.right)
        yield _Line(words, left, top, "✓" if known else chr(ord("A") + number), known)
        top += words.size().height() + 0.6 * size


def _paint(painter: QPainter, line: _Line, size: int, theme: Theme, indent: float) -> None:
    if line.sign:
        letters = font(size, bold=line.right)
        painter.setFont(letters)
        painter.setPen(theme.role("values") if line.right else theme.palette.soft)
        painter.drawText(QPointF(indent, line.top + QFontMetricsF(letters).ascent()), line.sign)
    painter.save()
    painter.translate(line.left, line.top)
    line.words.drawContents(painter)
    painter.restore()
