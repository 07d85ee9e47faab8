"""A plan for a board: the cell size of each panel and which stand beside each other; and what fits where."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import floor

from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.figures.bars import Bars, bars_indent
from attnviz.figures.board_lines import GAP, crowded, merges, rows_of, too_much
from attnviz.figures.fitting import AIR, comfortable, comfortable_area, figure_theme, least_tight, tight
from attnviz.figures.heatmap import FORMULA_ALONE, SHAPE_ALONE, Fit, Heatmap
from attnviz.figures.known_sizes import panel_sizes
from attnviz.figures.margins import margins, words_room
from attnviz.figures.searching import begin_try
from attnviz.figures.theme import Theme

Panel = Heatmap | Bars
_TITLES_APART = 8.0
_WIDEST_GAP = 48.0
MOST_HEIGHT = 1e7


@dataclass(frozen=True)
class Plan:
    """Cell sizes and size of each panel, and which panels stand beside each other.

    indents: where in its panel each map or track begins; those of one column are set under each other. cores: how wide
    each panel is without the words after its title. spoken: with its formula, and with that in fewer words. found:
    rectangles and words for the places it was painted at.
    """

    fits: tuple[Fit, ...]
    sizes: tuple[QSizeF, ...]
    rows: tuple[tuple[int, ...], ...]
    indents: tuple[float, ...] = ()
    cores: tuple[float, ...] = ()
    spoken: tuple[tuple[float, float], ...] = ()
    found: dict[object, tuple[tuple[QRectF, ...], tuple[int, ...]]] = field(default_factory=dict, compare=False)

    def size(self, most_width: float | None = None) -> QSizeF:
        """The smallest sheet for this plan, its columns in line where that costs no more than a quarter."""
        ragged = max(_length([self.sizes[i].width() for i in row]) for row in self.rows)
        in_line = max(_length(self.column_widths()), ragged)
        heights = [max(self.sizes[i].height() for i in row) for row in self.rows]
        allowed = 1.25 * ragged if most_width is None else min(1.25 * ragged, most_width)
        return QSizeF(in_line if in_line <= allowed else ragged, _length(heights))

    def column_widths(self, *, words: bool = True) -> list[float]:
        """The width of each column if they stand in line; words: with room for formulas, which end a row freely."""
        most, indents = max(map(len, self.rows)), self.indents or (0.0,) * len(self.sizes)
        found = []
        for column in range(most):
            rows = [row for row in self.rows if len(row) > column]
            full = [(words and len(row) > column + 1) or not self.cores for row in rows]
            widths = [
                (self.sizes[row[column]].width() if whole else self.cores[row[column]]) - indents[row[column]]
                for row, whole in zip(rows, full, strict=True)
            ]
            found.append(max(indents[row[column]] for row in rows) + max(widths))
        return found

    @property
    def smallest_number(self) -> int:
        """The size of the smallest numbers, 0 where some map has none."""
        return min(fit.number_px for fit in self.fits)


@dataclass(frozen=True)
class Task:
    """What a plan is wanted for."""

    panels: tuple[Panel, ...]
    groups: tuple[int, ...]
    joins: frozenset[int]
    room: QSizeF
    theme: Theme
    equal: bool = True  # cells of all maps are as wide as the widest needs
    comfortably: dict[tuple[int, bool], tuple[Fit, ...]] = field(default_factory=dict, compare=False)
    tightly: dict[tuple[object, ...], tuple[Fit, ...]] = field(default_factory=dict, compare=False)
    lowest: dict[tuple[int, float], list[Fit]] = field(default_factory=dict, compare=False)
    tried: dict[tuple[object, ...], Plan | None] = field(default_factory=dict, compare=False)

    @property
    def least(self) -> int:
        """The smallest legible number."""
        return max(1, round(self.theme.least_number))

    def numbered(self, number_px: int, *, legend: bool) -> tuple[Fit, ...]:
        """Comfortable cells for every panel."""
        return self._fits(
            [comfortable(panel, number_px, narrow=not self.equal) for panel in self.maps],
            legend=legend,
            equal=self.equal,
        )

    def tightened(
        self, number_px: int, *, legend: bool, equal: float = 1.0, air: float = 0.0, beside: float = AIR
    ) -> tuple[Fit, ...]:
        """The smallest cells for numbers of that size; equal: at least so many times as wide as the widest map needs.

        air: higher cells, in number sizes. beside: pixels beside each number.
        """
        if self.is_crowded:
            return (least_tight(number_px),) * len(self.panels)  # which do not fit
        asked = number_px, legend, equal, air, beside
        if asked not in self.tightly:
            own = self.lowest.get((number_px, beside))
            if own is None:
                own = self.lowest[number_px, beside] = [tight(panel, number_px, beside) for panel in self.maps]
            more = round(air * number_px)
            higher = [_sized(fit, fit.cell_width, fit.cell_height + more, fit.legend) for fit in own]
            self.tightly[asked] = self._fits(higher, legend=legend, equal=equal if self.equal else 0.0)
        return self.tightly[asked]

    @property
    def area(self) -> float:
        """The room in square pixels."""
        return self.room.width() * self.room.height()

    @cached_property
    def is_crowded(self) -> bool:
        """Whether no number need be measured."""
        return crowded(self.panels, self.room, self.theme)

    @cached_property
    def fewest_rows(self) -> int:
        """Of a map with more than one; 0 if none has."""
        return min((one.shape[0] for one in self.maps if one.shape[0] > 1), default=0)

    @cached_property
    def count(self) -> int:
        """The cells of all maps."""
        return sum(panel.shape[0] * panel.shape[1] for panel in self.maps)

    @property
    def maps(self) -> list[Heatmap]:
        """The panels that are maps."""
        return [panel for panel in self.panels if isinstance(panel, Heatmap)]

    def _fits(self, own: list[Fit], *, legend: bool, equal: float) -> tuple[Fit, ...]:
        """One for each panel; bars take the height of the maps' cells."""
        width = round(equal * max(fit.cell_width for fit in own))
        each = iter([_sized(fit, max(fit.cell_width, width), fit.cell_height, legend and fit.legend) for fit in own])
        bars = _sized(own[0], own[0].cell_width, own[0].cell_height, legend=False)
        return tuple(next(each) if isinstance(panel, Heatmap) else bars for panel in self.panels)

    def attempt_numbers(self, number_px: int, *, legend: bool, titles: bool, merging: bool) -> Plan | None:
        """A plan with comfortable numbers of that size; sizes are measured once for both kinds of merging."""
        if self.area < self.count * comfortable_area(number_px):
            return None
        key = (number_px, legend)
        fits = self.comfortably.get(key)
        if fits is None:
            fits = self.comfortably[key] = self.numbered(number_px, legend=legend)
        return self.attempt(fits, titles=titles, merging=merging)

    def attempt(self, fits: tuple[Fit, ...], *, titles: bool, merging: bool) -> Plan | None:
        """A plan with these cells that fits the room, None if there is none.

        merging: lines of thought may share rows and be broken; otherwise only those that join anyway share one. What
        was tried is kept. Raises Unfinished where `searching` lets it try no more for now.
        """
        key = fits, titles, merging
        if key not in self.tried:
            if self._is_in_vain(fits, merging=merging):
                self.tried[key] = None
            else:
                begin_try()
                sizes = panel_sizes(self.panels, self.theme, fits, titles=titles)
                self.tried[key] = self._arranged(fits, sizes, merging=merging)
        return self.tried[key]

    def _is_in_vain(self, fits: tuple[Fit, ...], *, merging: bool) -> bool:
        """True where the cells alone have no room, which is seen before anything around them is measured."""
        cells = [
            (fit.cell_width * panel.shape[1], fit.cell_height * panel.shape[0])
            if isinstance(panel, Heatmap)
            else (0.0, 0.0)
            for panel, fit in zip(self.panels, fits, strict=True)
        ]
        if sum([width * height for width, height in cells]) > self.area:
            return True
        widths, heights = [width for width, _ in cells], [height for _, height in cells]
        lines = () if merging else merges(self.groups, self.joins, False)
        return too_much(widths, heights, self.room) or (
            not merging and rows_of(lines, widths, heights, self.room, whole=True) is None
        )

    def _arranged(self, fits: tuple[Fit, ...], sizes: tuple[QSizeF, ...], *, merging: bool) -> Plan | None:
        widths, heights = [size.width() for size in sizes], [size.height() for size in sizes]
        if too_much(widths, heights, self.room):
            return None
        rows = rows_of(merges(self.groups, self.joins, merging), widths, heights, self.room, whole=not merging)
        return None if rows is None else Plan(fits, sizes, rows)


def _sized(fit: Fit, cell_width: float, cell_height: float, legend: bool) -> Fit:
    """As `dataclasses.replace`, which takes as long as all else that a fit is made with."""
    twin = object.__new__(Fit)
    twin.__dict__.update(fit.__dict__, cell_width=cell_width, cell_height=cell_height, legend=legend)
    return twin


def positions(plan: Plan, rect: QRectF) -> tuple[QRectF, ...]:
    """The rectangles: columns line up where that fits, and what is left over widens the gaps a little."""
    choices = (plan.column_widths(), plan.column_widths(words=False))
    widths = next((widths for widths in choices if _length(widths) <= rect.width() + 0.01), [])
    in_line = bool(widths) and len(plan.rows) > 1  # a row alone has no columns to keep: its words get what is free
    heights = [max(plan.sizes[i].height() for i in row) for row in plan.rows]
    rise = _gap(rect.height(), heights)
    places: dict[int, QRectF] = {}
    y = rect.top()
    for row, height in zip(plan.rows, heights, strict=True):
        own = widths if in_line else apart(plan, row, rect.width())
        shifts = _shifts(plan, row, widths) if in_line and plan.indents else [0.0] * len(row)
        gap = _gap(rect.width(), own)
        lefts = [0.0, *accumulate(width + gap for width in own)]
        for number, index in enumerate(row):
            last = number == len(row) - 1
            room = rect.width() - lefts[number] if last else lefts[number + 1] - lefts[number] - min(gap, _TITLES_APART)
            width = max(min(room, rect.width() - lefts[number]), 0.0)
            corner = QPointF(rect.left() + lefts[number] + shifts[number], y)
            if min(gap if len(row) > 1 else GAP, rise if len(plan.rows) > 1 else GAP) >= 1:
                corner = QPointF(floor(corner.x()), floor(corner.y()))  # cells on whole pixels
            places[index] = QRectF(corner, QSizeF(width - shifts[number], plan.sizes[index].height()))
        y += height + rise
    return tuple(places[index] for index in range(len(places)))


def apart(plan: Plan, row: tuple[int, ...], room: float) -> list[float]:
    """The widths of a row that stands for itself: with its formulas, in fewer words, else with as many as have room."""
    widths = [plan.sizes[index].width() for index in row]
    if not plan.spoken:
        return widths
    free = room - _TITLES_APART * (len(row) - 1)
    for level in (0, 1):
        spoken = [max(width, plan.spoken[index][level]) for width, index in zip(widths, row, strict=True)]
        if sum(spoken) <= free:
            return spoken
    for number in sorted(range(len(row)), key=lambda number: spoken[number] - widths[number]):
        if sum(widths) - widths[number] + spoken[number] <= free:
            widths[number] = spoken[number]
    return widths


def with_indents(plan: Plan, panels: tuple[Panel, ...], theme: Theme) -> Plan:
    """The plan with the place at which each map or track begins in its panel, and with its width bare and in words."""
    indents = tuple(
        margins(panel, figure_theme(theme, fit.number_px), fit, None).left
        if isinstance(panel, Heatmap)
        else bars_indent(panel, theme, fit)
        for panel, fit in zip(panels, plan.fits, strict=True)
    )
    cores = tuple(size.width() for size in panel_sizes(panels, theme, plan.fits, titles=False))
    parts = zip(panels, plan.fits, indents, cores, strict=True)
    spoken = tuple(_spoken(panel, figure_theme(theme, fit.number_px), *rest) for panel, fit, *rest in parts)
    return replace(plan, found={}, indents=indents, cores=cores, spoken=spoken)


def _spoken(panel: Panel, theme: Theme, indent: float, core: float) -> tuple[float, float]:
    """The panel's width with its formula, and with that in fewer words."""
    if not isinstance(panel, Heatmap) or not panel.show_title:
        return core, core
    widths = words_room(panel, theme)
    return indent + widths[FORMULA_ALONE], indent + widths[SHAPE_ALONE - 1]


def _shifts(plan: Plan, row: tuple[int, ...], widths: list[float]) -> list[float]:
    """How far each panel of a row moves right to stand under the others of its column, within the column."""
    shifts = []
    for column, index in enumerate(row):
        deepest = max(plan.indents[other[column]] for other in plan.rows if len(other) > column)
        free = widths[column] - (plan.cores[index] if plan.cores else plan.sizes[index].width())
        shifts.append(float(floor(max(min(deepest - plan.indents[index], free), 0.0))))
    return shifts


def _length(parts: list[float]) -> float:
    return sum(parts) + GAP * (len(parts) - 1)


def _gap(room: float, parts: list[float]) -> float:
    if len(parts) < 2:
        return 0.0
    return max(min(_WIDEST_GAP, (room - sum(parts)) / (len(parts) - 1)), 0.0)
