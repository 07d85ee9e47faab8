"""Maps that can have no numbers on a board in any case, made so narrow that the others have theirs."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from PySide6.QtCore import QSizeF

from attnviz.figures.board_plan import Panel, Plan, Task
from attnviz.figures.fitting import AIR, LEAST_AIR, coloured, least_tight
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import Theme

_SHARES = 1.0, 0.6, 0.4, 0.25  # of the room's width, for a map without numbers
_EQUAL = 1.0, 0.75, 0.0  # cells are at least such a part of the widest
_AIRS = (0.3, AIR), (0.0, AIR), (0.0, LEAST_AIR)  # number sizes over those of the lowest cells; pixels beside a number
_CELL, _LOWER = 8.0, 0.6  # a colour cell's side at most; the part of the room's height that rows as high as others take


def least_hopeless(panels: tuple[Panel, ...], room: QSizeF, theme: Theme) -> int:
    """The cells of the smallest map that has more columns or rows than there is room for numbers; 0 if none has."""
    least = least_tight(max(1, round(theme.least_number)))
    across, down = room.width() / least.cell_width, room.height() / least.cell_height
    maps = (panel for panel in panels if isinstance(panel, Heatmap))
    return min((_cells(one) for one in maps if one.shape[1] > across or one.shape[0] > down), default=0)


def has_all_it_can(plan: Plan, panels: tuple[Panel, ...], room: QSizeF, theme: Theme) -> bool:
    """True if each map of the plan has numbers but those that can have none."""
    bound = least_hopeless(panels, room, theme)
    parts = zip(plan.fits, panels, strict=True)
    return all(fit.number_px or (isinstance(panel, Heatmap) and _cells(panel) >= bound > 0) for fit, panel in parts)


def gone_narrow(task: Task) -> Plan | None:
    """Such maps as narrow as all others need for the smallest legible numbers; None if there are none, or no room.

    Their colours are read as well from half the width; their rows are as high as those of the maps they come from.
    """
    bound = least_hopeless(task.panels, task.room, task.theme)
    if not bound or _least_area(task, bound) > task.area:
        return None
    choices = list(product(_SHARES, _EQUAL, _AIRS))
    tightest = _attempted(task, bound, *choices[-1])
    if tightest is None:  # nor has any other room
        return None
    return next((plan for each in choices[:-1] if (plan := _attempted(task, bound, *each))), tightest)


def _attempted(task: Task, bound: int, share: float, equal: float, air: tuple[float, float]) -> Plan | None:
    """The plan with maps of at least `bound` cells in such a share of the width."""
    numbered = task.tightened(task.least, legend=False, equal=equal, air=air[0], beside=air[1])
    room = QSizeF(share * task.room.width(), task.room.height())
    fits = []
    for panel, fit in zip(task.panels, numbered, strict=True):
        if isinstance(panel, Heatmap) and _cells(panel) >= bound:
            own = coloured(panel, task.theme, _CELL, room, legend=False)
            low = panel.shape[0] * fit.cell_height <= _LOWER * task.room.height()
            fit = replace(own, cell_height=max(own.cell_height, fit.cell_height)) if low else own
        fits.append(fit)
    return task.attempt(tuple(fits), titles=False, merging=True)


def _least_area(task: Task, bound: int) -> float:
    """Of all cells of the smaller maps, whatever their numbers are."""
    least = least_tight(task.least)
    cells = sum(own for panel in task.maps if (own := _cells(panel)) < bound)
    return cells * least.cell_width * least.cell_height


def _cells(panel: Heatmap) -> int:
    return panel.shape[0] * panel.shape[1]
