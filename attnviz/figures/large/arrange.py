"""Where large maps stand among other figures: heads in a lattice, other boards line by line."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt

from PySide6.QtCore import QRectF

from attnviz.figures.bars import Bars
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.shape import map_size
from attnviz.figures.last_line import filled
from attnviz.figures.margins import GAP
from attnviz.figures.theme import Theme

Shown = Heatmap | LargeMap | Bars

APART = 16.0  # between figures
_GAPS = 0.05  # of a small sheet that a gap takes at most
_ACROSS, _DOWN = 12.0, 10.0  # between the maps of a lattice
_NARROWEST = 0.45  # of the widest figure of a line
_LEAST_WIDE = 14.0  # small letters: the width of a figure, below which a line is broken
_HIGHER = 14  # twentieths of its height that a lattice on a sheet gets more at most
_FEW, _LOW = 4, 6.0  # rows up to which a map is a strip, and its height in small letters
_SEVERAL, _TALL = 3, 1.6  # figures of one line, and how many times as high as wide their room is, where it is broken
_SHEET, _NARROW_SHEET = 340.0, 260.0  # height and width of a figure among others on a sheet of free size, at least
_WIDE, _PROPORTION = 960.0, 0.6  # a sheet of free size


def has_large(panels: Sequence[object]) -> bool:
    """True if any of the figures is a large map, so that they are placed here."""
    return any(isinstance(panel, LargeMap) for panel in panels)


def place_large(
    panels: tuple[Shown, ...], groups: tuple[int, ...], joins: frozenset[int], rect: QRectF, theme: Theme
) -> tuple[QRectF, ...]:
    """The rectangle of each figure, none over another.

    groups: the line that each belongs to; those named in `joins` go on in the line before.
    """
    if all(isinstance(panel, LargeMap) and panel.compact for panel in panels):
        return _lattice(tuple(panel for panel in panels if isinstance(panel, LargeMap)), rect, theme)
    lines = _lines(groups, joins, max(1, floor((rect.width() + APART) / (_LEAST_WIDE * theme.small_px + APART))))
    if len(lines) == 1 and len(panels) >= _SEVERAL and rect.height() > _TALL * rect.width() / len(panels):
        lines = _lines(groups, joins, ceil(len(panels) / 2))  # in one line they would leave the room below empty
    strips = [all(_rows(panels[index]) <= _FEW for index in line) for line in lines]
    down, across = min(APART, _GAPS * rect.height()), min(APART, _GAPS * rect.width())
    shared = max(rect.height() - down * (len(lines) - 1), 1.0)
    low = min(_LOW * theme.small_px + ruler(theme.title_font).height, shared / len(lines))
    room = shared - low * sum(strips)
    high = max(room / max(strips.count(False), 1), 1.0)
    rects: dict[int, QRectF] = {}
    top = rect.top()
    for line, strip in zip(lines, strips, strict=True):
        height = low if strip else high
        shares = _shares([panels[index] for index in line])
        left, wide = rect.left(), max(rect.width() - across * (len(line) - 1), 1.0)
        for index, share in zip(line, shares, strict=True):
            width = floor(wide * share)
            rects[index] = QRectF(left, floor(top), width, floor(height)) & rect
            left += width + across
        top += height + down
    return tuple(rects[index] for index in range(len(panels)))


def _lines(groups: tuple[int, ...], joins: frozenset[int], most: int) -> list[list[int]]:
    """The figures of each line, no more than `most` in one; a longer line is broken into even parts."""
    lines: list[list[int]] = []
    for index, group in enumerate(groups):
        goes_on = lines and (groups[lines[-1][-1]] == group or group in joins)
        lines[-1].append(index) if goes_on else lines.append([index])
    broken = []
    for line in lines:
        size = ceil(len(line) / ceil(len(line) / most))
        broken += [line[start : start + size] for start in range(0, len(line), size)]
    return broken


def natural_room(
    panels: tuple[Shown, ...], groups: tuple[int, ...], joins: frozenset[int], width: float | None
) -> tuple[float, float]:
    """Width and height of the sheet on which large maps stand among others, where nobody says otherwise.

    Titles, ticks and legends of each have room in it.
    """
    if width is not None or all(isinstance(panel, LargeMap) and panel.compact for panel in panels):
        wide = _WIDE if width is None else width
        return wide, float(floor(_PROPORTION * wide))
    lines = _lines(groups, joins, len(panels))
    most = max(len(line) for line in lines)
    least = [_NARROW_SHEET / min(_shares([panels[index] for index in line])) for line in lines]
    wide = max(_WIDE, float(ceil(max(least)))) + (most - 1) * APART
    return wide, float(len(lines) * max(_SHEET, min(_PROPORTION * wide, wide / most)) + (len(lines) - 1) * APART)


def _rows(panel: Shown) -> int:
    return len(panel.labels) if isinstance(panel, Bars) else panel.shape[0]


def _shares(panels: list[Shown]) -> list[float]:
    """Each figure's part of its line: wider ones get more, but not by as much as they have more columns."""
    columns = [sqrt(1 if isinstance(panel, Bars) else panel.shape[1]) for panel in panels]
    parts = [max(own, _NARROWEST * max(columns)) for own in columns]
    return [own / sum(parts) for own in parts]


def lattice_height(panels: tuple[Shown, ...], wide: float, high: float, theme: Theme) -> float:
    """The height at which a lattice on a sheet of that width fills it, with as many columns as at `high`."""
    maps = tuple(panel for panel in panels if isinstance(panel, LargeMap))
    best = _lattice(maps, QRectF(0, 0, wide, high), theme)
    columns = len({rect.left() for rect in best})
    for more in range(1, _HIGHER + 1):
        if best[columns - 1].right() - best[0].left() > wide - columns - 1:
            break
        rects = _lattice(maps, QRectF(0, 0, wide, (1 + more / 20) * high), theme)
        if len({rect.left() for rect in rects}) != columns:
            break
        best = rects
    return max(rect.bottom() for rect in best)


def _lattice(maps: tuple[LargeMap, ...], rect: QRectF, theme: Theme) -> tuple[QRectF, ...]:
    """Maps of one shape in rows and columns, as large as fit, in the middle of their room."""
    title = ceil(ruler(theme.title_font).height + GAP)
    best = (0.0, 1, 1.0, 1.0)  # what a lattice is worth, its columns, width and height of a figure
    for columns in range(1, len(maps) + 1):
        rows = ceil(len(maps) / columns)
        wide = (rect.width() - (columns - 1) * _ACROSS) / columns - 2
        high = (rect.height() - (rows - 1) * _DOWN) / rows - title - 2
        if min(wide, high) < 1:
            continue
        # In a room of its own size it may be smaller: few rows and columns are not stretched in both directions.
        width, height = map_size(maps[0], theme, *map_size(maps[0], theme, wide, high))
        worth = width * height * filled(len(maps), columns)
        best = max(best, (worth, columns, width + 2, height + title + 2))
    _, columns, width, height = best
    left = rect.left() + max(0, floor((rect.width() - columns * width - (columns - 1) * _ACROSS) / 2))
    places = (divmod(index, columns) for index in range(len(maps)))
    return tuple(
        QRectF(left + column * (width + _ACROSS), rect.top() + row * (height + _DOWN), width, height)
        for row, column in places
    )
