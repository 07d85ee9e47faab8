"""Several figures on one sheet, read like a blackboard: row by row, all maps with one cell size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate, product

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.bars import Bars, bars_size
from attnviz.figures.grid import LARGEST_NUMBER, comfortable, natural_size, tight
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme

Panel = Heatmap | Bars
GAP = 16.0  # between panels: two steps of the 8 px lattice
_WIDEST_GAP = 40.0
_COLOUR_CELL = 7.0  # pixels below which a colour cell is too small while other maps still carry numbers


@dataclass(frozen=True, eq=False)
class Board:
    """Panels in reading order. groups: the line of the blackboard each panel belongs to; lines may share a row.

    name: "board", "heads" or "concat".
    """

    name: str
    panels: tuple[Panel, ...]
    groups: tuple[int, ...]
    title: str = ""
    subtitle: str = ""
    show_title: bool = True


@dataclass(frozen=True)
class Placed:
    """One panel with its rectangle, its cell sizes fixed so that all maps of the board agree."""

    rect: QRectF
    figure: Panel


@dataclass(frozen=True)
class _Plan:
    fits: tuple[Fit, ...]
    rows: tuple[tuple[int, ...], ...]
    sizes: tuple[QSizeF, ...]


def board_layout(board: Board, rect: QRectF, theme: Theme) -> tuple[QRectF, ...]:
    """The rectangle of each panel, within `rect` and without overlap."""
    return tuple(placed.rect for placed in place(board, rect, theme))


def place(board: Board, rect: QRectF, theme: Theme) -> tuple[Placed, ...]:
    """Each panel with its rectangle: numbers as large as fit; where they do not, the largest maps turn to colours."""
    inner = rect.adjusted(0, title_height(board, theme), 0, 0)
    plan = _plan(board, inner.size(), theme)
    rects = _positions(plan, inner)
    return tuple(
        Placed(place_rect, replace(panel, fit=fit))
        for place_rect, panel, fit in zip(rects, board.panels, plan.fits, strict=True)
    )


def board_size(board: Board, theme: Theme) -> QSizeF:
    """The size at which every panel has room: numbers at the theme's size, one line of the blackboard a row."""
    plan = _natural_plan(board, theme)
    width = max(sum(plan.sizes[i].width() for i in row) + GAP * (len(row) - 1) for row in plan.rows)
    aligned = sum(_column_widths(plan)) + GAP * (max(map(len, plan.rows)) - 1)
    height = sum(max(plan.sizes[i].height() for i in row) for row in plan.rows) + GAP * (len(plan.rows) - 1)
    return QSizeF(max(width, aligned), height + title_height(board, theme))


def title_height(board: Board, theme: Theme) -> float:
    """Room for the board's own title, 0 if it has none."""
    return ruler(theme.title_font).height + 10 if board.title and board.show_title else 0.0


def _natural_plan(board: Board, theme: Theme) -> _Plan:
    fits = tuple(
        Fit(0, 10.0, 10.0, fit.legend) if _cells(panel) > 600 else fit
        for panel, fit in zip(board.panels, _common(board, theme.number_px, legend=True), strict=True)
    )
    sizes = _sizes(board, theme, fits, titles=True)
    rows = tuple(
        tuple(line[start : start + 4])
        for line in _lines(board.groups, merge=(False,) * len(set(board.groups)))
        for start in range(0, len(line), 4)
    )
    return _Plan(fits, rows, sizes)


def _plan(board: Board, room: QSizeF, theme: Theme) -> _Plan:
    least = max(1, round(theme.least_number))
    best: _Plan | None = None
    best_px = 0
    for legend, titles in ((True, True), (False, True), (False, False)):
        low, high = max(least, best_px + 1), round(LARGEST_NUMBER * theme.number_px)
        while low <= high:  # the largest numbers for which a plan exists
            middle = (low + high) // 2
            plan = _try(board, room, theme, _common(board, middle, legend=legend), titles=titles)
            if plan is None:
                high = middle - 1
            else:
                best, best_px, low = plan, middle, middle + 1
        if best_px >= theme.number_px:
            break
    if best is not None:
        return best
    return _tight_plan(board, room, theme, least) or _coloured_plan(board, room, theme, least)


def _tight_plan(board: Board, room: QSizeF, theme: Theme, least: int) -> _Plan | None:
    fits = tuple(replace(fit, legend=False) for fit in _same([_tight(panel, least) for panel in board.panels]))
    return _try(board, room, theme, fits, titles=False)


def _coloured_plan(board: Board, room: QSizeF, theme: Theme, least: int) -> _Plan:
    """Turns the largest maps to colours, as few as possible, with cells as large as fit."""
    numbered = _same([_tight(panel, least) for panel in board.panels])
    bounds = sorted({_cells(panel) for panel in board.panels if isinstance(panel, Heatmap)}, reverse=True)
    for legend in (True, False):
        for bound in bounds:
            plan = None
            low, high = _COLOUR_CELL if bound != bounds[-1] else 0.05, 2.0 * least
            for _ in range(8):
                middle = (low + high) / 2
                side = float(int(middle)) if middle >= 3 else middle
                fits = tuple(
                    Fit(0, side, side, legend)
                    if isinstance(panel, Heatmap) and _cells(panel) >= bound
                    else replace(fit, legend=legend)
                    for panel, fit in zip(board.panels, numbered, strict=True)
                )
                found = _try(board, room, theme, fits, titles=False)
                if found is None:
                    high = middle
                else:
                    plan, low = found, middle
            if plan is not None:
                return plan
    return _squeezed(board, room)


def _squeezed(board: Board, room: QSizeF) -> _Plan:
    """No room for anything legible: equal shares of the rectangle."""
    count = len(board.panels)
    columns = max(1, round((count * room.width() / max(room.height(), 1.0)) ** 0.5))
    rows = tuple(tuple(range(start, min(start + columns, count))) for start in range(0, count, columns))
    share = QSizeF(
        max((room.width() - GAP * (columns - 1)) / columns, 0.0),
        max((room.height() - GAP * (len(rows) - 1)) / len(rows), 0.0),
    )
    fits = tuple(
        Fit(0, max(share.width() / 2 / _shape(panel)[1], 0.05), max(share.height() / 2 / _shape(panel)[0], 0.05), False)
        for panel in board.panels
    )
    return _Plan(fits, rows, (share,) * count)


def _try(board: Board, room: QSizeF, theme: Theme, fits: tuple[Fit, ...], *, titles: bool) -> _Plan | None:
    """A plan with these cells that fits the room, with as few merged lines as possible; None if there is none."""
    sizes = _sizes(board, theme, fits, titles=titles)
    if any(size.width() > room.width() or size.height() > room.height() for size in sizes):
        return None
    lines = len(set(board.groups))
    for merge in sorted(product((False, True), repeat=lines - 1), key=sum):
        rows: list[tuple[int, ...]] = []
        for line in _lines(board.groups, merge=(False, *merge)):
            rows += _wrapped(line, sizes, room.width())
        height = sum(max(sizes[i].height() for i in row) for row in rows) + GAP * (len(rows) - 1)
        if height <= room.height():
            return _Plan(fits, tuple(rows), sizes)
    return None


def _lines(groups: tuple[int, ...], merge: tuple[bool, ...]) -> list[list[int]]:
    """Panel numbers by line; a line marked in `merge` continues the one before."""
    lines: list[list[int]] = []
    for number, group in enumerate(sorted(set(groups))):
        members = [index for index, own in enumerate(groups) if own == group]
        if merge[number] and lines:
            lines[-1] += members
        else:
            lines.append(members)
    return lines


def _wrapped(line: list[int], sizes: tuple[QSizeF, ...], width: float) -> list[tuple[int, ...]]:
    """The line in as many rows as its width needs, the rows about equally long."""
    rows: list[list[int]] = [[]]
    used = 0.0
    for index in line:
        own = sizes[index].width()
        if rows[-1] and used + GAP + own > width:
            rows.append([])
            used = 0.0
        used += own + (GAP if rows[-1] else 0.0)
        rows[-1].append(index)
    if len(rows) > 1:  # 5 + 5 + 2 becomes 4 + 4 + 4 if that is no wider
        longest = -(-len(line) // len(rows))
        even = [line[start : start + longest] for start in range(0, len(line), longest)]
        if all(sum(sizes[i].width() for i in row) + GAP * (len(row) - 1) <= width for row in even):
            rows = even
    return [tuple(row) for row in rows]


def _positions(plan: _Plan, rect: QRectF) -> tuple[QRectF, ...]:
    """Columns line up where that fits; what is left over widens the gaps a little."""
    widths = _column_widths(plan)
    most = max(map(len, plan.rows))
    aligned = sum(widths) + GAP * (most - 1) <= rect.width()
    places: dict[int, QRectF] = {}
    heights = [max(plan.sizes[i].height() for i in row) for row in plan.rows]
    rise = _gap(rect.height(), sum(heights), len(heights))
    y = rect.top()
    for row, height in zip(plan.rows, heights, strict=True):
        own = widths if aligned else [plan.sizes[i].width() for i in row]
        gap = _gap(rect.width(), sum(own), len(own))
        lefts = [0.0, *accumulate(width + gap for width in own)]
        for place_number, index in enumerate(row):
            last = place_number == len(row) - 1
            width = rect.width() - lefts[place_number] if last and not aligned else own[place_number]
            width = max(min(width, rect.width() - lefts[place_number]), 0.0)
            places[index] = QRectF(rect.left() + lefts[place_number], y, width, plan.sizes[index].height())
        y += height + rise
    return tuple(places[index] for index in range(len(places)))


def _gap(room: float, used: float, count: int) -> float:
    return min(_WIDEST_GAP, max(GAP, (room - used) / (count - 1))) if count > 1 else 0.0


def _column_widths(plan: _Plan) -> list[float]:
    most = max(map(len, plan.rows))
    return [max(plan.sizes[row[k]].width() for row in plan.rows if len(row) > k) for k in range(most)]


def _sizes(board: Board, theme: Theme, fits: tuple[Fit, ...], *, titles: bool) -> tuple[QSizeF, ...]:
    return tuple(
        natural_size(panel, theme, fit, title_width=titles)
        if isinstance(panel, Heatmap)
        else bars_size(panel, theme, fit)
        for panel, fit in zip(board.panels, fits, strict=True)
    )


def _common(board: Board, number_px: int, *, legend: bool) -> tuple[Fit, ...]:
    """Comfortable cells for every panel, all as wide as the widest needs."""
    fits = [comfortable(panel, number_px) if isinstance(panel, Heatmap) else None for panel in board.panels]
    return tuple(replace(fit, legend=fit.legend and legend) for fit in _same(fits))


def _tight(panel: Panel, number_px: int) -> Fit | None:
    return tight(panel, number_px) if isinstance(panel, Heatmap) else None


def _same(fits: list[Fit | None]) -> tuple[Fit, ...]:
    known = [fit for fit in fits if fit is not None]
    width, height = max(fit.cell_width for fit in known), max(fit.cell_height for fit in known)
    return tuple(replace(fit or known[0], cell_width=width, cell_height=height) for fit in fits)


def _shape(panel: Panel) -> tuple[int, int]:
    return panel.shape if isinstance(panel, Heatmap) else (max(len(panel.labels), 1), 1)


def _cells(panel: Panel) -> int:
    rows, columns = _shape(panel)
    return rows * columns
