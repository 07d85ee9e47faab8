"""One array of a walk: a sheet as wide and high as its last two axes, the other axes as further sheets."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import ceil, log2

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.content.numerals import format_result
from attnviz.engine.arrays import Array
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Box

MOST_NUMBERS = 96  # in one array, above which no numbers are drawn
_BEHIND = 6.0  # pixels from one sheet to the one behind it
_GROUP = 8.0  # more pixels where the outermost axis goes on
_MOST_SHEETS = (3, 4)  # drawn of the outermost axis and of the one inside it

Texts = tuple[tuple[str, QPointF], ...]  # each with the start of its baseline


@dataclass(frozen=True)
class Sheet:
    """One sheet of an array: the outer indices it stands for, its rectangle, and the numbers in its cells."""

    index: tuple[int, ...]
    rect: QRectF
    texts: tuple[tuple[str, ...], ...] = ()


Drawn = tuple[tuple[Sheet, ...], Texts, QSizeF]


def stacked(box: Box, theme: Theme, head: float, tightness: float = 1.0) -> Drawn:
    """Sheets behind each other, sized by the logarithm of their lengths; what each axis is stands at its edge.

    tightness: 1, or less for smaller sheets under the same letters.
    """
    small = ruler(theme.small_font)
    *outer, (_, rows), (_, columns) = (("", 1), *box.axes)[-4:] if len(box.axes) > 1 else (("", 1), *box.axes)
    outer = [axis for axis in outer if axis[0]]
    left = small.width(_axis(box.axes[-2])) + 5 if len(box.axes) > 1 else 0.0
    width = _side(columns, theme) * tightness
    height = _side(rows, theme) * tightness if len(box.axes) > 1 else 1.6 * theme.small_px
    groups = min(outer[-2][1], _MOST_SHEETS[0]) if len(outer) > 1 else 1
    deep = min(outer[-1][1], _MOST_SHEETS[1]) if outer else 1
    unit = theme.small_px / 11 * tightness
    depth = [
        (group * deep + sheet) * _BEHIND * unit + group * _GROUP * unit
        for group in range(groups)
        for sheet in range(deep)
    ]
    behind = max(depth)
    caption = small.height + 2 if outer else 0.0
    top = head + caption + behind
    sheets = tuple(
        Sheet((order,), QRectF(left + back, top - back, width, height))
        for order, back in reversed(list(enumerate(depth)))
    )
    captions = [
        (
            _axis(box.axes[-1]),
            QPointF(left + max((width - small.width(_axis(box.axes[-1]))) / 2, 0.0), top + height + 3 + small.ascent),
        )
    ]
    if len(box.axes) > 1:
        captions.append((_axis(box.axes[-2]), QPointF(0, top + height / 2 + small.figure_height / 2)))
    if outer:
        text = " × ".join(_axis(axis) for axis in outer)
        words = f"{text} sheets"
        if left + small.width(words) > max(left + width + behind, 9.0 * theme.small_px):
            words = text  # the sheets are there to be seen
        captions.append((words, QPointF(left, head + small.ascent)))
    across = max(left + width + behind, *(place.x() + small.width(text) for text, place in captions))
    return sheets, tuple(captions), QSizeF(across, top + height + small.height + 5)


def numbered(box: Box, theme: Theme, head: float, decimals: int) -> Drawn:
    """Every sheet for itself, with its numbers; the outermost axis goes down, the next one across."""
    small = ruler(theme.small_font)
    values = np.asarray(box.values, dtype=np.float64)
    values = values.reshape((1,) * max(0, 2 - values.ndim) + values.shape)
    outer = values.shape[:-2]
    texts = {index: _texts(values[index], decimals) for index in product(*map(range, outer))}
    cell = ceil(
        max(
            small.widest(tuple(text for sheet in texts.values() for row in sheet for text in row)) + 6,
            1.7 * theme.small_px,
        )
    )
    pitch = ceil(1.55 * theme.small_px)
    names = [name for name, _ in box.axes]
    left = small.width(_axis(box.axes[-2])) + 5 if len(box.axes) > 1 else 0.0
    width, height = cell * values.shape[-1], pitch * values.shape[-2]
    caption = small.height + 1 if outer else 0.0
    sheets, captions = [], []
    y = head
    for row in range(outer[-2] if len(outer) > 1 else 1):
        x = left
        for column in range(outer[-1] if outer else 1):
            index = (row, column)[2 - len(outer) :] if outer else ()
            if outer:
                words = " ".join(
                    f"{name} {place + 1}" for name, place in zip(names[-2 - len(outer) :], index, strict=False)
                )
                captions.append((words, QPointF(x, y + small.ascent)))
                x_end = max(width, small.width(words))
            else:
                x_end = width
            sheets.append(Sheet(index, QRectF(x, y + caption, width, height), texts[index]))
            x += x_end + 8
        y += caption + height + 6
    edge = _axis(box.axes[-1])
    captions.append((edge, QPointF(left + max((width - small.width(edge)) / 2, 0.0), y - 3 + small.ascent)))
    if left:
        first = sheets[0].rect
        captions.append((_axis(box.axes[-2]), QPointF(0, first.center().y() + small.figure_height / 2)))
    across = max(max(sheet.rect.right() for sheet in sheets), *(p.x() + small.width(t) for t, p in captions))
    return tuple(sheets), tuple(captions), QSizeF(across, y + small.height)


def _texts(sheet: Array, decimals: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(format_result(float(number), decimals) for number in row) for row in sheet)


def _axis(axis: tuple[str, int]) -> str:
    return f"{axis[0]} {axis[1]}" if axis[0] else str(axis[1])


def _side(length: int, theme: Theme) -> float:
    return float(round(theme.small_px * (1.6 + 1.05 * log2(max(length, 1)))))
