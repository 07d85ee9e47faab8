"""Larger numbers for a board that has room for them: its cells need not be equally wide, nor much higher than these."""

from __future__ import annotations

from attnviz.figures.board_lines import merges
from attnviz.figures.board_plan import Plan, Task
from attnviz.figures.fitting import AIR, LARGEST_NUMBER
from attnviz.figures.heatmap import Heatmap

_ENOUGH, _SURROUNDINGS = 1.05, 46  # times the theme's numbers, and the part of the room's height that letters around
# the board have: from there on equal cells are worth more than larger ones
_WORTH = 1.12  # so many times as large at least, for cells that are equally wide
_BESIDE, _ABOVE = 0.6, 0.35  # number sizes beside a number, and over those of the lowest cells
_LINE = 1  # pixels between two cells


def with_larger_numbers(plan: Plan, task: Task) -> Plan:
    """The plan; where its numbers are small, one with larger ones in cells as wide as their own map needs.

    Rows that follow the lines of thought still do. One line alone, as heads are, has equal cells for comparison. In
    projector size numbers are read from the last row anyway, and cells keep their places from slide to slide.
    """
    enough = max(_ENOUGH * task.theme.number_px, task.room.height() / _SURROUNDINGS)
    if not 0 < plan.smallest_number < enough or len(set(task.groups)) == 1:
        return plan
    if task.theme.text_size == "projector":
        return plan
    merging = not _follows(plan, task)
    even = _is_even(plan, task) and plan.smallest_number > task.least  # of the smallest ones each pixel more is welcome
    low = round(_WORTH * plan.smallest_number + 0.5) if even else plan.smallest_number + 1
    high = round(LARGEST_NUMBER * task.theme.number_px)
    best = _of(task, low, merging=merging)
    while best and low < high:
        middle = (low + high + 1) // 2
        found = _of(task, middle, merging=merging)
        best, low, high = (found, middle, high) if found else (best, low, middle - 1)
    return best or plan


def _of(task: Task, number_px: int, *, merging: bool) -> Plan | None:
    """A plan with numbers of that size, None if they have no room."""
    beside = max(AIR, _BESIDE * number_px + _LINE)
    fits = task.tightened(number_px, legend=False, equal=0.0, air=_ABOVE, beside=beside)
    return task.attempt(fits, titles=False, merging=merging)


def _is_even(plan: Plan, task: Task) -> bool:
    """True if all maps have equally wide cells."""
    parts = zip(plan.fits, task.panels, strict=True)
    return len({fit.cell_width for fit, panel in parts if isinstance(panel, Heatmap)}) == 1


def _follows(plan: Plan, task: Task) -> bool:
    """True if each row is a line of thought, or one that may join it as well."""
    return plan.rows in merges(task.groups, task.joins, False)
