"""Whether no arrangement of a board can have legible numbers, which is seen before any of them is tried."""

from __future__ import annotations

from math import inf

from attnviz.figures.bars import bars_size
from attnviz.figures.board_lines import GAP, too_much
from attnviz.figures.board_plan import Panel, Task
from attnviz.figures.fitting import LEAST_AIR, figure_theme
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.margins import GAP as BESIDE_CELLS
from attnviz.figures.margins import LABEL_LETTERS
from attnviz.figures.theme import SMALL_PX, Theme, font


def is_in_vain(task: Task) -> bool:
    """True where even the smallest cells for legible numbers, with titles and the smallest names, have no room in
    whatever rows.
    """
    fits = task.tightened(task.least, legend=False, equal=0.0, beside=LEAST_AIR)
    parts = sorted(zip(task.groups, task.panels, fits, strict=True), key=lambda part: part[0])
    sizes = [_least_size(panel, fit, task.theme) for _, panel, fit in parts]
    widths, heights = [width for width, _ in sizes], [height for _, height in sizes]
    return too_much(widths, heights, task.room) or _lowest(widths, heights, task.room.width()) > task.room.height()


def _least_size(model: Panel, fit: Fit, look: Theme) -> tuple[float, float]:
    """No less than that does a panel take in cells of at least that size, however its names stand."""
    if not isinstance(model, Heatmap):
        size = bars_size(model, look, fit, 0.0)
        return size.width(), size.height()
    (rows, columns), names = model.shape, ruler(font(SMALL_PX))
    rows_named = (model.aside,) if model.aside else model.shown_row_labels
    beside = min(names.widest(rows_named), LABEL_LETTERS * SMALL_PX) + BESIDE_CELLS if rows_named else 0.0
    width, height = fit.cell_width * columns, fit.cell_height * rows
    if model.show_title:
        title = ruler(figure_theme(look, fit.number_px).title_font)
        width, height = max(width, title.width(model.title)), height + title.height + BESIDE_CELLS
    return beside + width, height


def _lowest(widths: list[float], heights: list[float], across: float) -> float:
    """The least height of panels of those sizes in rows no wider than that, in their order; none alone is wider."""
    found = [-GAP]  # of so many of them
    for stop in range(1, len(widths) + 1):
        best, wide, high = inf, -GAP, 0.0
        for start in range(stop - 1, -1, -1):
            wide, high = wide + GAP + widths[start], max(high, heights[start])
            if wide > across:
                break
            best = min(best, found[start] + GAP + high)
        found.append(best)
    return found[-1]
