"""Numbers as large as the cells of a board in projector size hold, once its rows and cells are decided."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSizeF

from attnviz.figures.board_lines import GAP
from attnviz.figures.board_plan import Plan, Task, with_indents
from attnviz.figures.fitting import AIR
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.known_sizes import panel_sizes
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font

_LINE = 1.35  # the least height of a cell in number sizes, which keeps digits of two rows apart by half of theirs
_MOST = 1.17  # times as large as they were: numbers for those who sit near stay below those for the last row


def with_fuller_numbers(plan: Plan, task: Task) -> Plan:
    """The plan with larger numbers in the same cells, all of one size; as it is where some cell is full.

    In letters for the last row each pixel more is welcome; rows, cells and names keep their places for it.
    """
    now = plan.smallest_number
    if task.theme.text_size != "projector" or not now or {fit.number_px for fit in plan.fits} != {now}:
        return plan
    for size in range(int(_MOST * now), now, -1):
        found = _holding(plan, task, size)
        if found is not None:
            return found
    return plan


def _holding(plan: Plan, task: Task, size: int) -> Plan | None:
    """The plan with numbers of that size, None where they or the letters that grow with them have no room."""
    letters = ruler(font(size))
    for panel, fit in zip(task.panels, plan.fits, strict=True):
        across = letters.widest(panel.widths) + AIR if isinstance(panel, Heatmap) else 0.0
        if across > fit.cell_width or _LINE * size + 1 > fit.cell_height:
            return None
    fits = tuple(replace(fit, number_px=size) for fit in plan.fits)
    bare = panel_sizes(task.panels, task.theme, fits, titles=False)
    sizes = tuple(
        QSizeF(max(new.width(), old.width()), max(new.height(), old.height()))
        for new, old in zip(bare, plan.sizes, strict=True)
    )
    for row in plan.rows:  # whose gaps have given way to cells already
        wide, before = (_length([each[index].width() for index in row]) for each in (sizes, plan.sizes))
        if wide > max(task.room.width(), before):
            return None
    if _length([max(sizes[index].height() for index in row) for row in plan.rows]) > task.room.height():
        return None
    return with_indents(replace(plan, fits=fits, sizes=sizes), task.panels, task.theme)


def _length(parts: list[float]) -> float:
    return sum(parts) + GAP * (len(parts) - 1)
