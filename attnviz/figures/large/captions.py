"""What the rows and columns of a large map are, which of them are seen, and how many cells a point stands for."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.large.around import AFTER_TITLE, BETWEEN, brief_formula
from attnviz.figures.large.large_map import LargeMap, range_text, seen_text
from attnviz.figures.large.layout import Ground
from attnviz.figures.large.pixels import all_pixels
from attnviz.figures.large.pooling import pooled_words
from attnviz.figures.titles import paint_title, paint_upward


def paint_words(painter: QPainter, place: Ground, model: LargeMap, *, upright: bool) -> None:
    """The title, and what the rows and columns are, close to their names. upright: those of columns read upward."""
    theme, small, line = place.theme, ruler(place.theme.small_font), place.column_caption
    joined, title, words = line.top() < place.title.bottom(), place.title, model.words
    columns = rows = ""
    if not model.compact:
        across = line.width() - (_title_alone(model, place) + AFTER_TITLE if joined else 0.0)
        down = max(place.row_caption.height(), place.map.bottom() - place.title.bottom())
        columns, rows = captions(model, place, _pooled(painter, place, model), across, down)
    if joined:  # the captions tell the shape
        title = title.adjusted(0, 0, -AFTER_TITLE - small.width(columns), 0)
        words = model.formula, brief_formula(model)
    end = title.left()
    if model.show_title:
        end = paint_title(painter, title, theme, model.title, model.role, *words, mark=model.pending)
    if model.compact:
        return
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    wide, high = small.width(columns), small.width(rows)
    left = max(place.map.right() - wide, end + AFTER_TITLE if joined else line.left())
    lower = 0.0 if upright or joined else max(place.column_labels.height() - small.height, 0.0)
    baseline = line.top() + (ruler(theme.title_font).ascent if joined else lower + small.ascent)
    painter.drawText(QPointF(left, baseline), columns)
    lowest = min(place.row_caption.center().y() + high / 2, place.map.bottom())  # beside few rows it begins above them
    lowest = max(lowest, place.title.bottom() + high)
    paint_upward(painter, QPointF(place.row_caption.left() + small.ascent, lowest), rows)


def captions(model: LargeMap, place: Ground, pooled: str, across: float, down: float) -> tuple[str, str]:
    """What is said of the columns and of the rows, where these have so much room.

    pooled: what a point stands for, which stays: all else is shortened before, or it is said beside the rows.
    """
    small, seen = ruler(place.theme.small_font), place.viewport
    columns = _called(model.column_word, model.column_words, seen.seen_columns, model.shape[1])
    rows = _called(model.row_word, model.row_words, seen.seen_rows, model.shape[0])
    over = _fitting(small, across, _said(*columns, pooled))
    beside = _fitting(small, down, _said(*rows, ""))
    if not over and pooled:
        longer = _fitting(small, down, _said(*rows, pooled))
        over = "" if longer else _fitting(small, across, iter((pooled,)))
        beside = longer or beside
    over = over or _fitting(small, across, _said(*columns, "")) or small.shortened(model.column_words, across)
    return over, beside or small.shortened(model.row_words, down)


def _called(word: str, words: str, ends: tuple[int, int], count: int) -> tuple[str, int, int, int]:
    """What one side is called, which part of it is seen, and of how many: one row or column has no plural."""
    return word if count == 1 else words, *ends, count


def _title_alone(model: LargeMap, place: Ground) -> float:
    """The width of the title with its mark, without words, and of what stands before it."""
    bold = ruler(place.theme.title_font)
    mark = bold.width(model.pending) + 8 if model.pending else 0.0
    return bold.width(model.title) + mark + place.title.left() - place.column_caption.left()


def _pooled(painter: QPainter, place: Ground, model: LargeMap) -> str:
    return pooled_words(model, all_pixels(painter, place.map, model))


def _said(words: str, start: int, stop: int, count: int, pooled: str) -> Iterator[str]:
    """What may be said of one side, the best first: which part is seen, of how many, goes before what it is."""
    whole = seen_text(words, start, stop, count)
    after = f"{BETWEEN}{pooled}" if pooled else ""
    for text in dict.fromkeys((whole, f"{words} {range_text(start, stop)}", words)):
        yield text + after


def _fitting(small: Ruler, room: float, texts: Iterator[str]) -> str:
    """The first that has room; "" where none has."""
    return next((text for text in texts if small.width(text) <= room), "")
