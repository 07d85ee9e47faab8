"""The last touches to a board's plan: wider cells where the gaps have room, and lines whose maps begin alike."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor

from PySide6.QtCore import QSizeF

from attnviz.figures.board_lines import GAP
from attnviz.figures.board_plan import Panel, Plan, Task, apart, with_indents
from attnviz.figures.fitting import figure_theme, natural_size, tight
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.known_sizes import panel_sizes
from attnviz.figures.labels import ruler
from attnviz.figures.margins import Margins, margins
from attnviz.figures.theme import Theme, font

# Number sizes that both sides of a number get together, as much as there is room for.
_ROOM = (1.2, 1.05, 0.9, 0.75, 0.6, 0.45)
_ENOUGH = 0.75  # of that is worth the words after titles
_HIGHEST = 3.3  # number sizes: cells become no higher where a sheet has room
_BESIDE_NAMES, _WIDEST_NAME = 5.0, 2.0  # pixels beside a name over a column; cells become so many times as wide for it
_LESS = 4  # pixels of a cell's width from one attempt to the next
_WORTH_ONE_SIZE = 1.2  # times as large at most are names that shrink to the size of others
_LEAST_GAP = 10.0  # pixels between figures that give way to their cells


def roomier(plan: Plan, task: Task) -> Plan:
    """The plan with wider cells at the cost of the gaps alone: numbers and rows stay as they are.

    Cells that are all equally wide remain so; otherwise each row is widened for itself.
    """
    if not all(fit.number_px for fit in plan.fits):
        return plan
    plan = _in_line(plan, task)
    widths = {fit.cell_width for fit, panel in zip(plan.fits, task.panels, strict=True) if isinstance(panel, Heatmap)}
    alike = len(widths) == 1 or (not task.equal and _in_columns(plan, task))
    parts = [tuple(range(len(plan.fits)))] if alike else list(plan.rows)
    for part in parts:
        for share in _ROOM:
            wider = _widened(plan, task, part, share)
            if wider is not None:
                plan = wider
                break
    plan = _labelled(plan, task)
    in_one = len(set(task.groups)) == 1 or len(plan.rows) == 1
    alike = in_one and len(task.maps) == len(task.panels)
    return _broadened(_narrowed(_heightened(plan, task), task), task) if alike else plan


def _in_line(plan: Plan, task: Task) -> Plan:
    """The plan with cells as wide as those under them in maps of as many columns, where their rows have that room."""
    if task.equal or len(plan.rows) < 2 or len(task.maps) < len(task.panels):
        return plan
    fits = list(plan.fits)
    for place in range(max(map(len, plan.rows))):
        below = [row[place] for row in plan.rows if len(row) > place]
        if len({task.maps[index].shape[1] for index in below}) == 1:
            widest = max(fits[index].cell_width for index in below)
            for index in below:
                fits[index] = replace(fits[index], cell_width=widest)
    bare = panel_sizes(task.panels, task.theme, tuple(fits), titles=False)
    sizes = tuple(
        QSizeF(max(new.width(), old.width()), old.height()) for new, old in zip(bare, plan.sizes, strict=True)
    )
    if any(_length([sizes[index].width() for index in row]) > task.room.width() for row in plan.rows):
        return plan
    return replace(plan, fits=tuple(fits), sizes=sizes)


def _in_columns(plan: Plan, task: Task) -> bool:
    """True if maps under each other have as many columns, equally wide: they stay so, each under its own."""
    below: dict[int, set[tuple[int, float]]] = {}
    for place, index in ((place, index) for row in plan.rows for place, index in enumerate(row)):
        panel = task.panels[index]
        below.setdefault(place, set()).add(
            (panel.shape[1] if isinstance(panel, Heatmap) else 0, plan.fits[index].cell_width)
        )
    return len(plan.rows) > 1 and all(len(kinds) == 1 for kinds in below.values())


def with_heads(plan: Plan, panels: tuple[Panel, ...], theme: Theme) -> Plan:
    """The plan whose maps have, row by row, their column labels turned alike and their first cells equally far down.

    Names that lie over columns have one size on the whole board, where that costs none of them much.
    """
    fits, sizes = list(plan.fits), list(plan.sizes)
    for row in plan.rows:
        maps = [(index, panel) for index in row if isinstance(panel := panels[index], Heatmap)]
        highest = max(sizes[index].height() for index in row)
        turned = any(_margins(panel, theme, fits[index]).upright for index, panel in maps)
        wanted = {index: replace(fits[index], upright=turned) for index, _ in maps}
        top = max((_margins(panel, theme, wanted[index]).top for index, panel in maps), default=0.0)
        wanted = {index: replace(fit, top=top) for index, fit in wanted.items()}
        heights = {index: natural_size(panel, theme, wanted[index]).height() for index, panel in maps}
        if max(heights.values(), default=0.0) > highest:
            continue
        for index, fit in wanted.items():
            fits[index], sizes[index] = fit, QSizeF(sizes[index].width(), heights[index])
    return replace(plan, fits=_lettered_alike(fits, panels, theme), sizes=tuple(sizes), found={})


def _lettered_alike(fits: list[Fit], panels: tuple[Panel, ...], theme: Theme) -> tuple[Fit, ...]:
    """The sizes with names over columns of one size, the smallest that some map needs if it is not much smaller."""
    parts = [
        (index, around.column_px)
        for index, panel in enumerate(panels)
        if isinstance(panel, Heatmap) and fits[index].over and panel.column_labels and not panel.counted_columns
        if not (around := _margins(panel, theme, fits[index])).upright
    ]
    least = min((size for _, size in parts), default=0)
    smaller = {index for index, size in parts if least < size < _WORTH_ONE_SIZE * least}
    return tuple(replace(fit, column_px=least) if index in smaller else fit for index, fit in enumerate(fits))


def _margins(panel: Heatmap, theme: Theme, fit: Fit) -> Margins:
    return margins(panel, figure_theme(theme, fit.number_px, fit.letters), fit, None)


def _widened(plan: Plan, task: Task, part: tuple[int, ...], share: float) -> Plan | None:
    """The plan with so much room beside the numbers of some panels, None if the board has not as much."""
    fits = list(plan.fits)
    needs = {
        index: float(ceil(ruler(font(fits[index].number_px)).widest(panel.widths) + share * fits[index].number_px + 1))
        for index in part
        if isinstance(panel := task.panels[index], Heatmap)
    }
    equal = len({fits[index].cell_width for index in needs}) == 1 and len(part) == len(fits)
    for index, need in needs.items():
        width = max(fits[index].cell_width, max(needs.values()) if equal else need)
        fits[index] = replace(fits[index], cell_width=width)
    if tuple(fits) == plan.fits:
        return plan
    bare = panel_sizes(task.panels, task.theme, tuple(fits), titles=False)
    sizes = tuple(
        QSizeF(max(new.width(), old.width()), min(new.height(), old.height()))
        for new, old in zip(bare, plan.sizes, strict=True)
    )
    found = with_indents(replace(plan, fits=tuple(fits), sizes=sizes), task.panels, task.theme)
    across = task.room.width()
    if any(_length([sizes[index].width() for index in row], _LEAST_GAP) > across for row in found.rows):
        return None
    for words in (
        (False, True) if share > _ENOUGH else (False,)
    ):  # columns stay in line; much room costs no words either
        if _length(plan.column_widths(words=words)) <= across < _length(found.column_widths(words=words)):
            return None
    spoken = with_indents(plan, task.panels, task.theme)
    if share > _ENOUGH and len(plan.rows) == 1 and _speaking(found, across) < _speaking(spoken, across):
        return None
    return found


def _speaking(plan: Plan, room: float) -> int:
    """How many figures of a row alone have room for their formulas, in few words at least."""
    row = plan.rows[0]
    widths = apart(plan, row, room)
    return sum(width >= plan.spoken[index][1] for width, index in zip(widths, row, strict=True))


def _labelled(plan: Plan, task: Task) -> Plan:
    """The plan with cells as wide as the names over them, where their row has that room and no column moves for it."""
    for row in plan.rows:
        fits = list(plan.fits)
        for index in row:
            panel, fit = task.panels[index], plan.fits[index]
            if isinstance(panel, Heatmap) and panel.column_labels and fit.over and not panel.counted_columns:
                letters = figure_theme(task.theme, fit.number_px, fit.letters).small_font
                need = float(ceil(ruler(letters).widest(panel.shown_column_labels) + _BESIDE_NAMES))
                if need <= _WIDEST_NAME * fit.cell_width:
                    fits[index] = replace(fit, cell_width=max(fit.cell_width, need))
        if tuple(fits) == plan.fits:
            continue
        bare = panel_sizes(task.panels, task.theme, tuple(fits), titles=False)
        sizes = tuple(
            QSizeF(max(new.width(), old.width()), max(new.height(), old.height()))
            for new, old in zip(bare, plan.sizes, strict=True)
        )
        found = with_indents(replace(plan, fits=tuple(fits), sizes=sizes), task.panels, task.theme)
        choices = [(plan.column_widths(words=words), found.column_widths(words=words)) for words in (True, False)]
        broken = any(_length(old) <= task.room.width() < _length(new) for old, new in choices)
        maps = [(panel, fits[index]) for index in row if isinstance(panel := task.panels[index], Heatmap)]
        flat = not any(_margins(panel, task.theme, fit).upright for panel, fit in maps)
        high = _length([max(sizes[index].height() for index in each) for each in plan.rows]) > task.room.height()
        if flat and not (broken or high) and _length([sizes[i].width() for i in row]) <= task.room.width():
            plan = found
    return plan


def _heightened(plan: Plan, task: Task) -> Plan:
    """The plan with higher cells where its rows leave room below: figures of one kind fill their sheet."""
    heights = [max(plan.sizes[index].height() for index in row) for row in plan.rows]
    rows = sum(max(task.maps[index].shape[0] for index in row) for row in plan.rows)
    more = floor((task.room.height() - _length(heights)) / rows)
    fits = tuple(
        replace(
            fit, cell_height=max(fit.cell_height, min(fit.cell_height + more, float(floor(_HIGHEST * fit.number_px))))
        )
        for fit in plan.fits
    )
    sizes = tuple(
        QSizeF(size.width(), size.height() + (new.cell_height - old.cell_height) * panel.shape[0])
        for size, new, old, panel in zip(plan.sizes, fits, plan.fits, task.maps, strict=True)
    )
    return replace(plan, fits=fits, sizes=sizes, found={})


def _narrowed(plan: Plan, task: Task) -> Plan:
    """The plan with narrower cells where the last figure of a row alone, what the others make, has its formula so.

    Numbers keep their size, and AIR beside them.
    """
    if task.equal or len(plan.rows) > 1:
        return plan
    plan, across, last = with_indents(plan, task.panels, task.theme), task.room.width(), plan.rows[0][-1]
    least = [tight(panel, fit.number_px).cell_width for panel, fit in zip(task.maps, plan.fits, strict=True)]
    widest = max(fit.cell_width - low for fit, low in zip(plan.fits, least, strict=True))
    for less in range(0, max(ceil(widest), 0) + _LESS, _LESS):
        pairs = zip(plan.fits, least, strict=True)
        fits = tuple(
            replace(fit, cell_width=min(fit.cell_width, max(fit.cell_width - less, low))) for fit, low in pairs
        )
        bare = panel_sizes(task.panels, task.theme, fits, titles=False)
        found = with_indents(replace(plan, fits=fits, sizes=bare), task.panels, task.theme) if less else plan
        if apart(found, plan.rows[0], across)[-1] >= found.spoken[last][1]:
            return found
    return plan


def _broadened(plan: Plan, task: Task) -> Plan:
    """The plan with wider cells, at most square, where its row leaves room and its cells need not be equally wide.

    As far as that costs none of the formulas that have room.
    """
    if task.equal or len(plan.rows) > 1:
        return plan
    plan, across = with_indents(plan, task.panels, task.theme), task.room.width()
    room = across - _length([size.width() for size in plan.sizes])
    more = max(0, floor(room / sum(panel.shape[1] for panel in task.maps)))
    wider = (_by(plan, task, part) for part in range(more, 0, -_LESS))
    return next((found for found in wider if _speaking(found, across) >= _speaking(plan, across)), plan)


def _by(plan: Plan, task: Task, more: int) -> Plan:
    """The plan with so many pixels more in the width of each cell, at most square."""
    fits = tuple(
        replace(fit, cell_width=max(fit.cell_width, min(fit.cell_width + more, fit.cell_height))) for fit in plan.fits
    )
    sizes = tuple(
        QSizeF(size.width() + (new.cell_width - old.cell_width) * panel.shape[1], size.height())
        for size, new, old, panel in zip(plan.sizes, fits, plan.fits, task.maps, strict=True)
    )
    return with_indents(replace(plan, fits=fits, sizes=sizes), task.panels, task.theme)


def _length(parts: list[float], gap: float = GAP) -> float:
    return sum(parts) + gap * (len(parts) - 1)
