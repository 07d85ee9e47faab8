"""Where everything lies in a walk over arrays: one after the other, with the operation on the arrow between."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.figures.labels import ruler
from attnviz.figures.labs.box_lines import balanced_lines
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import body_of, heading_height
from attnviz.figures.labs.measuring import once
from attnviz.figures.labs.sheets import MOST_NUMBERS, Sheet, Texts, numbered, stacked
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Box, Boxes

_GAP = 10.0
_TIGHT = (1.5, 1.25, 1.0, 0.85, 0.7, 0.6, 0.5, 0.42)  # sizes of sheets that are tried, in that of their letters
_SMALLEST_WHOLE = 0.7  # the same for which calls stay whole
_LIKED = 1.0  # of those, what a walk likes
_BESIDE_WORDS = 14.0  # that an arrow is longer than its words
_APART = 1.5  # sizes of letters from one array to the next where no arrow leads to it
_BETWEEN = 1.2  # the gap between two lines, in sizes of letters
_MOST_LONGER = 4.0  # the same for arrows
_MOST_BETWEEN = 4.0  # the same where there is more room than the walk needs


@dataclass(frozen=True)
class PlacedBox:
    """One array of the walk where it is drawn. captions: texts with the start of their baselines."""

    box: Box
    rect: QRectF
    label: QPointF
    shape: QPointF
    sheets: tuple[Sheet, ...]  # the farthest first
    captions: Texts
    arrow: tuple[QPointF, QPointF] | None
    operation: Texts


def boxes_layout(drawing: Drawing, rect: QRectF, theme: Theme) -> tuple[PlacedBox, ...]:
    """The arrays from left to right, in as many lines as they need."""
    boxes = _boxes(drawing)
    body = body_of(drawing, rect, theme)
    pieces, lines, between, whole = _broken(drawing, theme, body.size())
    placed: list[PlacedBox] = []
    y = body.top()
    for line in lines:
        middle = max(pieces[index].middle for index in line)
        x, longer = body.left(), _longer(pieces, boxes, line, theme, body.width())
        for index in line:
            piece, box = pieces[index], boxes.boxes[index]
            arrow: tuple[QPointF, QPointF] | None = None
            operation: Texts = ()
            if box.operation:
                width = piece.arrow + longer[index]
                arrow = QPointF(x, y + middle), QPointF(x + width - 6, y + middle)
                # Of a longer arrow in fewer lines.
                words = _operation_lines(box, theme, width - _BESIDE_WORDS, whole=whole)
                operation = _above(words, theme, x, y + middle, width)
                x += width
            elif index != line[0]:
                x += piece.arrow
            placed.append(_moved(piece, box, QPointF(x, y + middle - piece.middle), arrow, operation))
            x += piece.size.width() + _GAP
        y += _line_height(pieces, line) + between
    return tuple(placed)


def boxes_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """The walk in one line if it is no longer than a page is wide."""
    across = _pieces(drawing, theme, 1.0, True)[1]
    width = min(sum(across), max(80.0 * theme.small_px, *across))
    height = _attempt(drawing, theme, width, _LIKED, whole=True).height
    return QSizeF(width, heading_height(drawing, theme, width) + height + 4)


def boxes_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The widest array with its arrow, and the least height of the walk at `width`."""
    least = max(_pieces(drawing, theme, _TIGHT[-1], False)[1]) + 1
    wide = max(width, least)
    tried = [_attempt(drawing, theme, wide, tightness, whole=False) for tightness in _TIGHT if tightness <= _LIKED]
    height = min((each.height for each in tried if not each.wide), default=tried[-1].height)
    return QSizeF(least, heading_height(drawing, theme, wide) + height + 4)


@dataclass(frozen=True)
class _Piece:
    """An array with its captions as if it began at (0, 0). middle: y of the arrow that leads to it.

    arrow: the least width of that, and operation the lines over it; none where no arrow leads to it, and the gap in its
    place.
    """

    size: QSizeF
    middle: float
    label: QPointF
    shape: QPointF
    sheets: tuple[Sheet, ...]
    captions: Texts
    arrow: float
    operation: list[str]

    @property
    def across(self) -> float:
        """The width that it takes with its arrow and the gap after it."""
        return self.size.width() + _GAP + self.arrow


@dataclass(frozen=True)
class _Attempt:
    """The arrays in lines, of one size. wide: one of them does not fit the width. height: that of all lines.

    whole: no call is broken amid what it is called with.
    """

    pieces: list[_Piece]
    lines: list[list[int]]
    wide: bool
    height: float
    whole: bool


@once
def _pieces(drawing: Drawing, theme: Theme, tightness: float, whole: bool) -> tuple[list[_Piece], list[float]]:
    """Every array, and the width that it takes with its arrow."""
    boxes, lines = _boxes(drawing).boxes, _operations(drawing, theme, whole)
    pieces = [_piece(box, own, theme, drawing.decimals, tightness) for box, own in zip(boxes, lines, strict=True)]
    if not any(lines):  # no walk: they stand apart, and begin at one height
        apart = _APART * theme.small_px
        pieces = [replace(piece, middle=0.0, arrow=apart if number else 0.0) for number, piece in enumerate(pieces)]
    return pieces, [piece.across for piece in pieces]


@once
def _operations(drawing: Drawing, theme: Theme, whole: bool) -> list[list[str]]:
    """The lines over the arrow that leads to each array, none where none does."""
    return [_operation_lines(box, theme, whole=whole) if box.operation else [] for box in _boxes(drawing).boxes]


def _attempt(drawing: Drawing, theme: Theme, room: float, tightness: float, *, whole: bool) -> _Attempt:
    pieces, widths = _pieces(drawing, theme, tightness, whole)
    lines = balanced_lines(widths, room + _GAP + 0.5)
    height = sum(_line_height(pieces, line) for line in lines) + _BETWEEN * theme.small_px * (len(lines) - 1)
    return _Attempt(pieces, lines, max(widths) > room + _GAP + 0.5, height, whole)


def _broken(drawing: Drawing, theme: Theme, room: QSizeF) -> tuple[list[_Piece], list[list[int]], float, bool]:
    """The largest arrays that fit, their lines, the gap between these, and whether all calls are whole.

    Calls are broken only where the walk has no room else. If none fit, those that miss least.
    """
    tried = []
    whole = [(tightness, True) for tightness in _TIGHT if tightness >= _SMALLEST_WHOLE]
    for tightness, calls in (*whole, *((tightness, False) for tightness in _TIGHT)):
        tried.append(_attempt(drawing, theme, room.width(), tightness, whole=calls))
        if not tried[-1].wide and tried[-1].height + 4 <= room.height() + 0.5:
            best = tried[-1]
            break
    else:
        best = min(tried, key=lambda each: (each.wide, each.height))
    spare = (room.height() - 4 - best.height) / max(len(best.lines), 1)
    more = min(max(spare, 0.0), (_MOST_BETWEEN - _BETWEEN) * theme.small_px)
    return best.pieces, best.lines, _BETWEEN * theme.small_px + more, best.whole


def _longer(pieces: list[_Piece], boxes: Boxes, line: list[int], theme: Theme, room: float) -> dict[int, float]:
    """By how much each arrow of a line is longer, so that the line is about as long as the room is wide.

    First those get what they need whose words are in two lines for want of it.
    """
    small = ruler(theme.small_font)
    left = max(room - sum(pieces[index].across for index in line), 0.0)
    longer = dict.fromkeys((index for index in line if pieces[index].operation), 0.0)
    for index in longer:
        needed = small.width(boxes.boxes[index].operation) + 1 + _BESIDE_WORDS - pieces[index].arrow
        if 0 < needed <= left:
            longer[index], left = needed, left - needed
    more = min(left / max(len(longer), 1), _MOST_LONGER * theme.small_px)
    return {index: own + more for index, own in longer.items()}


def _line_height(pieces: list[_Piece], line: list[int]) -> float:
    """The height of a line whose arrows are at one height."""
    middle = max(pieces[index].middle for index in line)
    return max(middle - pieces[index].middle + pieces[index].size.height() for index in line)


def _arrow_width(lines: list[str], theme: Theme) -> float:
    return max(4.0 * theme.small_px, ruler(theme.small_font).widest(tuple(lines)) + _BESIDE_WORDS)


def _operation_lines(box: Box, theme: Theme, width: float = 0.0, *, whole: bool) -> list[str]:
    text = _with_whole_calls(box.operation) if whole else box.operation
    room = max(8.0 * theme.small_px, _longest_word(text, theme), width)
    return [line.replace("\u00a0", " ") for line in ruler(theme.small_font).lines(text, room)]


@lru_cache(maxsize=256)
def _with_whole_calls(text: str) -> str:
    """The words with what stands in brackets held together: a call is not broken amid what it is called with."""
    return re.sub(r"\([^()]*\)", lambda found: found[0].replace(" ", "\u00a0"), text)


def _longest_word(text: str, theme: Theme) -> float:
    return ruler(theme.small_font).widest(tuple(text.split(" "))) + 1


def _above(lines: list[str], theme: Theme, x: float, y: float, width: float) -> Texts:
    """The words of an operation over its arrow, the last line nearest to it."""
    small = ruler(theme.small_font)
    found = []
    for number, line in enumerate(lines):
        baseline = y - 4 - (small.height - small.ascent) - (len(lines) - 1 - number) * small.height
        found.append((line, QPointF(x + (width - 6 - small.width(line)) / 2, baseline)))
    return tuple(found)


def _moved(
    piece: _Piece,
    box: Box,
    by: QPointF,
    arrow: tuple[QPointF, QPointF] | None,
    operation: Texts,
) -> PlacedBox:
    return PlacedBox(
        box,
        QRectF(by, piece.size),
        piece.label + by,
        piece.shape + by,
        tuple(Sheet(sheet.index, sheet.rect.translated(by), sheet.texts) for sheet in piece.sheets),
        tuple((text, place + by) for text, place in piece.captions),
        arrow,
        operation,
    )


def _piece(box: Box, operation: list[str], theme: Theme, decimals: int, tightness: float) -> _Piece:
    small, bold = ruler(theme.small_font), ruler(theme.title_font)
    shape = shape_text(box)
    head = bold.height + small.height + 6
    shown = box.values is not None and 0 < np.asarray(box.values).size <= MOST_NUMBERS
    sheets, captions, size = numbered(box, theme, head, decimals) if shown else stacked(box, theme, head, tightness)
    label = f"{box.label} ✗" if box.wrong else box.label
    width = max(size.width(), bold.width(label), small.width(shape))
    middle = (min(s.rect.top() for s in sheets) + max(s.rect.bottom() for s in sheets)) / 2
    # Above an arrow stand the lines of its operation: they need room below the top.
    over = len(operation) * small.height + 8 if operation else 0.0
    drop = max(over - middle, 0.0)
    by = QPointF(0, drop)
    return _Piece(
        QSizeF(width, size.height() + drop),
        middle + drop,
        QPointF(0, bold.ascent + drop),
        QPointF(0, bold.height + small.ascent + drop),
        tuple(Sheet(sheet.index, sheet.rect.translated(by), sheet.texts) for sheet in sheets),
        tuple((text, place + by) for text, place in captions),
        _arrow_width(operation, theme) if operation else 0.0,
        operation,
    )


def shape_text(box: Box) -> str:
    """The lengths as Python writes a shape: (2, 4, 512)."""
    lengths = ", ".join(str(length) for _, length in box.axes)
    return f"({lengths},)" if len(box.axes) == 1 else f"({lengths})"


def _boxes(drawing: Drawing) -> Boxes:
    assert isinstance(drawing.exhibit, Boxes)
    return drawing.exhibit
