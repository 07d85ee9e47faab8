"""Titles over figures, soft sentences inside them, and words beside them that read upward."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font

_BETWEEN = 8.0
_AMID = 0.86  # of a figure's width that a sentence in its middle takes at most


def paint_title(
    painter: QPainter, rect: QRectF, theme: Theme, title: str, role: str, *words: str, mark: str = ""
) -> float:
    """Title in its role's colour, then in soft letters the first of `words` that has room; comes back with its end.

    mark: a warning after the title, as large as that if it has room, and before the words. The title stays whole:
    where both have no room the mark is its first word, or the fainter map alone.
    """
    bold, small = ruler(theme.title_font), ruler(theme.small_font)
    baseline = rect.top() + bold.ascent
    shown = bold.shortened(title, max(rect.width(), 0.0))
    painter.setFont(theme.title_font)
    painter.setPen(theme.role(role))
    painter.drawText(QPointF(rect.left(), baseline), shown)
    left = rect.left() + bold.width(shown) + (_BETWEEN if shown else 0.0)
    if mark:
        ways = (bold, mark), (small, mark), (small, mark.partition(" ")[0])
        measure, mark = next((own for own in ways if own[0].width(own[1]) <= rect.right() - left), (small, ""))
        painter.setFont(measure.font)
        painter.setPen(theme.palette.accent)
        painter.drawText(QPointF(left, baseline), mark)
        left += measure.width(mark) + _BETWEEN if mark else 0.0
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
    for line in small.lines(text, rect.width()):
        if y > rect.bottom():
            return
        painter.drawText(QPointF(rect.left(), y), line)
        y += small.height + 2


def paint_amid(painter: QPainter, rect: QRectF, text: str, theme: Theme, *, briefly: bool = False) -> None:
    """A soft sentence in the middle of `rect`, in letters of a title; in small ones where those have no room.

    Where it has no room at all, or briefly, it is said in few words, or nothing is: a part of a sentence says less.
    """
    brief, letters = _in_few_words(text), (ruler(font(theme.title_px)), ruler(theme.small_font))
    for words, measure in ((words, own) for words in ((brief,) if briefly else (text, brief)) for own in letters):
        lines, step = measure.lines(words, _AMID * rect.width()), measure.height + 2
        if len(lines) * step > rect.height() or " ".join(lines) != words:
            continue
        painter.setFont(measure.font)
        painter.setPen(theme.palette.soft)
        y = rect.center().y() - len(lines) * step / 2 + measure.ascent
        for line in lines:
            painter.drawText(QPointF(rect.center().x() - measure.width(line) / 2, y), line)
            y += step
        return


def _in_few_words(text: str) -> str:
    """The first sentence, without of what it is said: that stands in the title."""
    first = text.partition(". ")[0].removesuffix(".")
    return first.partition(": ")[2] or first


def paint_upward(painter: QPainter, start: QPointF, text: str) -> None:
    """A text that begins at `start` and reads upward, its letters to the left of there."""
    painter.save()
    painter.translate(start)
    painter.rotate(-90)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()
