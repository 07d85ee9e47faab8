"""Titles over figures, soft sentences inside them, and words beside them that read upward."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme

_BETWEEN = 8.0


def paint_title(
    painter: QPainter, rect: QRectF, theme: Theme, title: str, role: str, *words: str, mark: str = ""
) -> float:
    """Title in its role's colour, then in soft letters the first of `words` that has room; comes back with its end.

    mark: a warning after the title, as large as that if it has room, and before the words.
    """
    bold, small = ruler(theme.title_font), ruler(theme.small_font)
    baseline = rect.top() + bold.ascent
    strong = bold if bold.width(title) + _BETWEEN + bold.width(mark) <= rect.width() else small
    room = rect.width() - (strong.width(mark) + _BETWEEN if mark else 0.0)
    shown = bold.shortened(title, max(room, 0.0))
    painter.setFont(theme.title_font)
    painter.setPen(theme.role(role))
    painter.drawText(QPointF(rect.left(), baseline), shown)
    left = rect.left() + bold.width(shown) + (_BETWEEN if shown else 0.0)
    if mark:
        text = strong.shortened(mark, rect.right() - left)
        painter.setFont(strong.font)
        painter.setPen(theme.palette.accent)
        painter.drawText(QPointF(left, baseline), text)
        left += strong.width(text) + _BETWEEN
    for text in words:
        if text and small.width(text) <= rect.right() - left + 0.5:
            painter.setFont(theme.small_font)
            painter.setPen(theme.palette.soft)
            painter.drawText(QPointF(left, baseline), text)
            return left + small.width(text)
    return left


def paint_sentence(painter: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    """A soft sentence in as many lines as fit in `rect`."""
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    y = rect.top() + small.ascent
    for line in wrapped(text, theme, rect.width()):
        if y > rect.bottom():
            return
        painter.drawText(QPointF(rect.left(), y), line)
        y += small.height + 2


def paint_upward(painter: QPainter, start: QPointF, text: str) -> None:
    """A text that begins at `start` and reads upward, its letters to the left of there."""
    painter.save()
    painter.translate(start)
    painter.rotate(-90)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()


def wrapped(text: str, theme: Theme, room: float) -> list[str]:
    """The words of a soft sentence in lines no wider than `room`."""
    small = ruler(theme.small_font)
    lines: list[str] = []
    for word in text.split():
        if lines and small.width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(small.shortened(word, room))
    return lines
