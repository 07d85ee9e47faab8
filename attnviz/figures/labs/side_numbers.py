"""Round numbers of queries and keys at the sides of a matrix that has no room for their names."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from attnviz.figures.grid import Grid
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme
from attnviz.figures.vector_ticks import round_step
from attnviz.labs.exhibits import Sweep

_BESIDE, _OVER = 8.0, 7.0  # pixels between numbers and cells, where the bars of what lies in memory are
_APART = 1.6  # widths, or heights, of a number from one to the next

Placed = tuple[tuple[str, QPointF], ...]  # each with the start of its baseline


def numbers_room(exhibit: Sweep, theme: Theme) -> tuple[float, float]:
    """The width and the height that they take at the left and above."""
    small = ruler(theme.small_font)
    return small.width(str(exhibit.states.shape[0] * exhibit.each[0])) + _BESIDE, small.height + _OVER


def side_numbers(exhibit: Sweep, grid: Grid) -> Placed:
    """The first and then round ones, at the middle of their rows and columns."""
    small = ruler(grid.theme.small_font)
    rows, columns = (count * each for count, each in zip(exhibit.states.shape, exhibit.each, strict=True))
    down, across = grid.ys[-1] - grid.ys[0], grid.xs[-1] - grid.xs[0]
    found = []
    for number in _numbers(rows, _APART * small.height / down):
        y = grid.ys[0] + (number - 0.5) / rows * down + small.figure_height / 2
        y = min(y, grid.ys[-1] + 1)  # that of the last row is clear of the legend
        text = str(number)
        found.append((text, QPointF(grid.xs[0] - _BESIDE + 1 - small.width(text), y)))
    for number in _numbers(columns, _APART * small.width(str(columns)) / across):
        text = str(number)
        x = grid.xs[0] + (number - 0.5) / columns * across - small.width(text) / 2
        x = min(x, grid.xs[-1] + 1 - small.width(text))
        found.append((text, QPointF(x, grid.ys[0] - _OVER)))
    return tuple(found)


def _numbers(count: int, apart: float) -> tuple[int, ...]:
    """1 and round numbers at least so far from each other, as a part of all."""
    step = max(1, round(round_step(apart * count)))
    return (1, *(number for number in range(step, count + 1, step) if number - 1 >= 0.9 * apart * count))
