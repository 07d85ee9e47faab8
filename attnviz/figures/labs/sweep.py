"""A matrix gone through piece by piece as a figure: where its cells, labels and legend lie, and what a cell says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.figures.fitting import natural_size, whole
from attnviz.figures.grid import Grid, layout
from attnviz.figures.heatmap import Fit, Heatmap, face_of
from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import body_of, heading_height
from attnviz.figures.labs.side_numbers import numbers_room, side_numbers
from attnviz.figures.margins import margins
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import DONE, LATER, NEVER, NOW, Sweep

SWATCH, ROWS, COLUMNS, HIDDEN = 14.0, -1, -2, -3  # pixels of a legend's sample; entries of it that are no state
_LIKED_SIDE, _LIKED_CELL, _LEAST_SIDE = 330.0, 44.0, 120.0  # pixels of the map and of its cells at normal size
_NAMED = 1.05  # letters of labels that a row has at least to be named; else some rows have numbers
_LARGEST = 5.5  # times the theme's number size: cells grow so far
_AIR = 8.0  # pixels over the legend


@dataclass(frozen=True)
class SweepGrid:
    """Where cells and labels are, and the legend: what each entry stands for, its words, and where they begin.

    sides: numbers of queries and keys where there is no room for names, each with the start of its baseline.
    """

    model: Heatmap
    grid: Grid
    legend: tuple[tuple[int, str, QPointF], ...]
    sides: tuple[tuple[str, QPointF], ...] = ()


@lru_cache(maxsize=64)
def map_of(drawing: Drawing) -> Heatmap:
    """The cells as a map whose labels are laid out as those of all maps."""
    exhibit = sweep_in(drawing)
    rows, columns = exhibit.states.shape
    return Heatmap(
        key=drawing.key,
        head=None,
        title=drawing.title,
        formula=drawing.subtitle,
        shape=(rows, columns),
        role=exhibit.role,
        face=face_of(np.zeros((rows, columns)), drawing.decimals, (0.0, 1.0), diverging=False),
        row_labels=exhibit.row_labels,
        column_labels=exhibit.column_labels,
        signed=False,
        numbers=False,
        legend=False,
        show_title=False,
    )


def sweep_layout(drawing: Drawing, rect: QRectF, theme: Theme) -> SweepGrid:
    """Square cells as large as the room lets them be, the legend below them."""
    body = body_of(drawing, rect, theme)
    lines = _legend_lines(drawing, theme, body.width())
    pitch = ruler(theme.small_font).height + 3
    place = body.adjusted(0, 0, 0, -(len(lines) * pitch + _AIR))
    model = map_of(drawing)
    model = replace(model, fit=_fit(model, place, theme))
    assert model.fit is not None
    numbered = not model.row_labels or model.fit.cell_height < _NAMED * theme.small_px
    if numbered:
        place = place.adjusted(*numbers_room(sweep_in(drawing), theme), 0, 0)
        model = replace(model, row_labels=(), column_labels=(), fit=None)
        model = replace(model, fit=_fit(model, place, theme))
    grid = layout(model, place, theme)
    sides = side_numbers(sweep_in(drawing), grid) if numbered else ()
    top = grid.map.bottom() + _AIR
    legend = tuple(
        (entry, text, QPointF(body.left() + x, top + number * pitch))
        for number, line in enumerate(lines)
        for entry, text, x in line
    )
    return SweepGrid(model, grid, legend, sides)


def sweep_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """Cells that a number can be written in, or a map of colours that is not small."""
    side = _LIKED_SIDE * theme.factor
    return _size(drawing, theme, side, _LIKED_CELL * theme.factor, 0.0)


def sweep_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The smallest map whose pieces can be told apart."""
    return _size(drawing, theme, _LEAST_SIDE * theme.factor**0.5, 2.0 * theme.small_px, width)


def cell_words(drawing: Drawing, row: int, column: int) -> str:
    """Which query and key a cell is of, and what happens there when."""
    exhibit = sweep_in(drawing)
    high, wide = exhibit.each
    state = int(exhibit.states[row, column])
    text = f"{_named(exhibit.row_labels, row, high, 'query')}, {_named(exhibit.column_labels, column, wide, 'key')}"
    text += f": {exhibit.words[state]}" if exhibit.words[state] else ""
    if exhibit.parameter and exhibit.steps is not None and state != NEVER:
        text += f", step {int(exhibit.steps[row, column])}"
    return text


def sweep_in(drawing: Drawing) -> Sweep:
    """The exhibit, which is one."""
    assert isinstance(drawing.exhibit, Sweep)
    return drawing.exhibit


def _named(labels: tuple[str, ...], place: int, each: int, noun: str) -> str:
    if each > 1:
        return f"{'queries' if noun == 'query' else 'keys'} {place * each + 1} to {(place + 1) * each}"
    number = str(place + 1)
    return f"{noun} {number}" + (f" “{labels[place]}”" if labels and labels[place] != number else "")


def _fit(model: Heatmap, place: QRectF, theme: Theme) -> Fit:
    rows, columns = model.shape
    side = _LARGEST * theme.number_px
    for _ in range(3):  # labels depend on cells and cells on what labels leave
        around = margins(model, theme, Fit(0, side, side, legend=False), place)
        across = (place.width() - around.left - around.right) / columns
        down = (place.height() - around.top - 2) / rows
        side = max(min(across, down, _LARGEST * theme.number_px), 0.2)
    side = whole(side)
    return Fit(0, side, side, legend=False)


def _size(drawing: Drawing, theme: Theme, side: float, most: float, width: float) -> QSizeF:
    model = map_of(drawing)
    cell = min(side / max(model.shape), most)
    more = (0.0, 0.0)
    if not model.row_labels or cell < _NAMED * theme.small_px:
        model, more = replace(model, row_labels=(), column_labels=()), numbers_room(sweep_in(drawing), theme)
    size = natural_size(model, theme, Fit(0, cell, cell, legend=False), title_width=False)
    across = max(size.width() + more[0] + 2, 8.0 * theme.small_px)
    pitch = ruler(theme.small_font).height + 3
    lines = len(_legend_lines(drawing, theme, max(across, width)))
    heading = heading_height(drawing, theme, max(across, width))
    return QSizeF(across, size.height() + more[1] + heading + lines * pitch + _AIR + 2)


def _told(words: str, small: Ruler, room: float) -> str:
    """What a line of the legend says in so much room: all, with the names of matrices, else what is left of it."""
    short = (words.replace("keys and values", name) for name in ("keys and values", "keys, values", "K and V"))
    return next((text for text in short if small.width(text) <= room), small.shortened(words, room))


def _legend_lines(drawing: Drawing, theme: Theme, room: float) -> list[list[tuple[int, str, float]]]:
    """Each entry with its words and where it begins, in as many lines as they need."""
    exhibit, small = sweep_in(drawing), ruler(theme.small_font)
    if not drawing.legend:
        return []
    entries = [(state, exhibit.words[state]) for state in (NOW, DONE, LATER, NEVER)]
    entries += [(ROWS, exhibit.kept[0] if exhibit.kept_rows else "")]
    entries += [(COLUMNS, exhibit.kept[1] if exhibit.kept_columns else "")]
    if exhibit.hidden is not None and not exhibit.words[NEVER]:
        entries += [(HIDDEN, "hidden")]
    lines: list[list[tuple[int, str, float]]] = [[]]
    x = 0.0
    for entry, words in entries:
        if not words:
            continue
        text = _told(words, small, room - SWATCH - 6)
        width = SWATCH + 6 + small.width(text)
        if lines[-1] and x + width > room:
            lines.append([])
            x = 0.0
        lines[-1].append((entry, text, x))
        x += width + 14
    return [line for line in lines if line]
