"""How the panels of a board share its rectangle where not all numbers fit: colour cells as large as there is room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSizeF

from attnviz.figures.board_lines import GAP
from attnviz.figures.board_plan import Panel, Plan, Task
from attnviz.figures.fitting import coloured
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.narrow_maps import gone_narrow, least_hopeless

_COLOUR_CELL = 8.0  # pixels below which a colour cell is too small while other maps still carry numbers
_LONG, _LOWER = 8, 0.6  # times the rows of another map; the part of the room's height that counts for it then
# Titles in full, legends, labels over columns, and legends of strips too that are lower than these: what is tried.
_CHOICES = (
    (True, True, True, True),
    (False, True, True, True),
    (False, False, True, True),
    (False, False, False, True),
)
_UNEQUAL = (*_CHOICES[:1], (True, True, True, False), *_CHOICES[1:])
_NEARLY, _NEVER = 1.2, 1e9  # lines of words: the height of a map whose legend makes it hardly higher, and of none
_WORTH_LABELS = 0.75  # colour cells may be so much smaller for the sake of titles, legends and labels
_WORTH_LEGENDS = 0.65  # the same where each map has colours of its own


def coloured_plan(task: Task, *, mixed: bool) -> Plan | None:
    """Turns the largest maps to colours, as few as possible, with cells as large as fit."""
    numbered = task.tightened(task.least, legend=True)
    counts = sorted({_cells(panel) for panel in task.panels if isinstance(panel, Heatmap)}, reverse=True)
    hopeless = least_hopeless(task.panels, task.room, task.theme) if mixed else 0
    for bound in counts if mixed else counts[-1:]:
        last = bound == counts[-1]
        found = _largest_colours(task, numbered, bound, 0.1 if last else _COLOUR_CELL)
        if found is None and mixed and bound == hopeless:
            found = gone_narrow(task)
        if found is not None:
            return found
    return None


def _largest_colours(task: Task, numbered: tuple[Fit, ...], bound: int, least: float) -> Plan | None:
    """Maps of at least `bound` cells in colours, their cells as large as fit but not below `least`.

    Titles in full, legends and the labels over columns go, in this order, only for cells that are larger by a third.
    """
    best: tuple[Plan, float] | None = None
    words = _NEARLY * ruler(task.theme.small_font).height
    for titles, legend, over, low in _CHOICES if task.equal else _UNEQUAL:

        def sized(side: float, legend: bool = legend, over: bool = over, low: bool = low) -> tuple[Fit, ...]:
            least = 0.0 if low else words
            return tuple(
                replace(_with_legend(panel, task, side, least if legend else _NEVER), over=over)
                if isinstance(panel, Heatmap) and _cells(panel) >= bound
                else replace(fit, legend=legend and fit.legend, over=over)
                for panel, fit in zip(task.panels, numbered, strict=True)
            )

        found = _widest_side(task, sized, least, titles=titles)
        worth = _WORTH_LABELS if task.equal else _WORTH_LEGENDS
        if found is not None and (best is None or best[1] < worth * found[1]):
            best = found
    return _with_legends(best[0], task) if best else None


def _with_legends(plan: Plan, task: Task) -> Plan:
    """A plan of colours that are told nowhere, with the legends that have room beside its cells; highest maps first."""
    untold = [place for place, fit in enumerate(plan.fits) if not fit.number_px and _wants_legend(task.panels[place])]
    if any(plan.fits[place].legend for place in untold):
        return plan
    for place in sorted(untold, key=lambda place: -plan.sizes[place].height()):
        told = replace(plan.fits[place], legend=True)
        fits = (*plan.fits[:place], told, *plan.fits[place + 1 :])
        plan = task.attempt(fits, titles=False, merging=True) or plan
    return plan


def _wants_legend(panel: Panel) -> bool:
    return isinstance(panel, Heatmap) and panel.legend


def _with_legend(panel: Heatmap, task: Task, side: float, least: float) -> Fit:
    """Colour cells of that side; with a legend where the map is at least so high."""
    fit = coloured(panel, task.theme, side, _share_of(panel, task), legend=True)
    return fit if fit.cell_height * panel.shape[0] >= least else replace(fit, legend=False)


def _share_of(panel: Heatmap, task: Task) -> QSizeF:
    """The room of which a map may take most: a lower one for very many rows where those of others would be lines."""
    low = _LOWER if panel.shape[0] > _LONG * (task.fewest_rows or panel.shape[0]) else 1.0
    return QSizeF(task.room.width(), low * task.room.height())


def _widest_side(
    task: Task, sized: Callable[[float], tuple[Fit, ...]], least: float, *, titles: bool
) -> tuple[Plan, float] | None:
    """The plan with the largest colour cells, and their side."""
    plan = task.attempt(sized(least), titles=titles, merging=True)
    if plan is None:
        return None
    best, low, high = (plan, least), least, 2.0 * task.least
    for _ in range(8):
        side = (low * high) ** 0.5
        plan = task.attempt(sized(side), titles=titles, merging=True)
        if plan is None:
            high = side
        else:
            best, low = (plan, side), side
    return best


def squeezed(task: Task) -> Plan:
    """No room for anything legible: equal shares of the rectangle."""
    count, room = len(task.panels), task.room
    columns = min(count, max(1, round((count * room.width() / max(room.height(), 1.0)) ** 0.5)))
    rows = tuple(tuple(range(start, min(start + columns, count))) for start in range(0, count, columns))
    gap = min(GAP, room.width() / (4 * columns), room.height() / (4 * len(rows)))
    across = max(room.width() - gap * (columns - 1), 0.0) / columns
    down = max(room.height() - gap * (len(rows) - 1), 0.0) / len(rows)
    share = QSizeF(across, down)
    shapes = [panel.shape if isinstance(panel, Heatmap) else (1, 1) for panel in task.panels]
    fits = tuple(
        Fit(0, max(share.width() / 2 / columns_, 0.02), max(share.height() / 2 / rows_, 0.02), False)
        for rows_, columns_ in shapes
    )
    return Plan(fits, (share,) * count, rows)


def _cells(panel: Panel) -> int:
    return panel.shape[0] * panel.shape[1] if isinstance(panel, Heatmap) else 0
