"""How the panels of a board share its rectangle: numbers if they fit, rows that follow the lines of thought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSizeF

from attnviz.figures.board_plan import MOST_HEIGHT, Panel, Plan, Task, with_indents
from attnviz.figures.board_room import roomier, with_heads
from attnviz.figures.coloured_plan import coloured_plan, squeezed
from attnviz.figures.fitting import AIR, LARGEST_NUMBER, LEAST_AIR, coloured
from attnviz.figures.fuller_numbers import with_fuller_numbers
from attnviz.figures.heatmap import PROBE, Fit, Heatmap
from attnviz.figures.in_vain import is_in_vain
from attnviz.figures.known_sizes import panel_sizes
from attnviz.figures.labels import ruler
from attnviz.figures.larger_numbers import with_larger_numbers
from attnviz.figures.lettering import projected
from attnviz.figures.narrow_maps import gone_narrow, has_all_it_can
from attnviz.figures.searching import begin_search
from attnviz.figures.theme import Theme, font

_NATURAL_CELL = 12.0  # colour cells where there is room
_NATURAL_REACH = 640.0  # a map whose numbers need more width or height shows colours on a board of free size
_BOTH = (True, False)
_EQUAL = (1.0, 0.75, 0.0)  # cells are at least such a part of the widest
_NATURAL_ROW = 4  # panels beside each other on a board of free size
_MUCH_WIDER = 1.3  # times the next widest row
_KEPT_LINES = 0.75  # numbers may be so much smaller for the sake of rows that follow the lines of thought
_DENSE_LINES = 0.9  # the same where cells must be denser for it, so that a large board is filled
_WORTH_A_LEGEND = 0.85  # and so much smaller for the sake of legends
_LARGER, _SOME_AIR = 1.3, 0.4  # times numbers in comfortable cells; number sizes over those of the lowest cells


def best_plan(task: Task) -> Plan:
    """The plan with the largest numbers, else colours, that fits; rows follow the groups where that costs little.

    Raises Unfinished where `searching` lets it search no further for now.
    """
    key = _reasons(task)
    known = _numbered(task, key)
    if known is None:
        begin_search()
        task = _begun_already(task, key)
        mixed = all(panel.numbers for panel in task.panels)
        known = _plans[key] = _finished(coloured_plan(task, mixed=mixed) or squeezed(task), task)
        _begun.pop(key, None)
    return known


def numbered_plan(task: Task) -> Plan | None:
    """The best plan where all its maps have numbers, else None: none of colours is searched for then."""
    known = _numbered(task, _reasons(task))
    return known if known is not None and known.smallest_number else None


def projected_plan(task_in: Callable[[Theme], Task], theme: Theme) -> tuple[Plan, float]:
    """The plan for projector size, and how many times the theme's its letters are. task_in: what is wanted in a theme.

    Numbers for those who sit near are better than none, smaller letters than a wide map that takes those of others.
    """
    found = projected(theme, lambda look: numbered_plan(task_in(look)))
    if found is not None:
        return found
    task = task_in(theme)
    plan = best_plan(task)
    if has_all_it_can(plan, task.panels, task.room, theme):
        return plan, 1.0
    return projected(theme, lambda look: narrow_plan(task_in(look))) or (plan, 1.0)


def narrow_plan(task: Task) -> Plan | None:
    """The plan in which maps that can have no numbers give way to those of all others; None where there is none."""
    key = "narrow", *_reasons(task)
    if key not in _plans:
        begin_search()
        task = _begun_already(task, key)
        found = gone_narrow(task)
        _plans[key] = None if found is None else _finished(found, task)
        _begun.pop(key, None)
    return _plans[key]


def _numbered(task: Task, key: tuple[object, ...]) -> Plan | None:
    """What is known already, else the best plan with numbers; None where there is none and colours are not known."""
    try:
        return _plans[key]
    except KeyError:
        if len(_plans) >= _MOST_PLANS:
            _plans.pop(next(iter(list(_plans)), ()), None)  # another thread may be here too
    plan = None
    if all(panel.numbers for panel in task.panels) and not is_in_vain(task):
        begin_search()
        task = _begun_already(task, key)
        plan = _with_numbers(task)
    known = _plans[key] = None if plan is None else _finished(plan, task)
    if plan is not None:  # else what was tried without titles is tried for colours too
        _begun.pop(key, None)
    return known


def _begun_already(task: Task, key: tuple[object, ...]) -> Task:
    """The same task with what was tried for it, if a search for it did not come to its end; else it is begun now."""
    known = _begun.pop(key, task)
    while len(_begun) >= _MOST_BEGUN:
        _begun.pop(next(iter(list(_begun)), ()), None)
    _begun[key] = known
    return known


def _finished(plan: Plan, task: Task) -> Plan:
    roomy = roomier(with_indents(plan, task.panels, task.theme), task)
    return with_heads(with_fuller_numbers(roomy, task), task.panels, task.theme)


def _reasons(task: Task) -> tuple[object, ...]:
    """All that a plan depends on."""
    theme, room, many = task.theme, task.room, task.is_crowded
    letters = theme.text_size, theme.factor, theme.least_number  # colours need no room
    told = tuple(
        panel.measures_of_colours if many and isinstance(panel, Heatmap) else _measures(panel) for panel in task.panels
    )
    return told, task.groups, task.joins, room.width(), room.height(), letters, task.equal


_plans: dict[tuple[object, ...], Plan | None] = {}  # an edit that changes no width needs no new plan
_begun: dict[tuple[object, ...], Task] = {}  # what a search for it tried, till it comes to its end
_MOST_BEGUN = 12  # one for each size of letters, twice
_MOST_PLANS = 96  # in projector size a board is tried in five sizes of letters


def _measures(panel: Panel) -> tuple[object, ...]:
    """All of a panel that its size depends on."""
    if isinstance(panel, Heatmap):
        return panel.measures
    return (panel.title, panel.labels, panel.numbers, panel.show_title, ruler(font(PROBE)).widest(panel.texts))


def natural_plan(panels: tuple[Panel, ...], groups: tuple[int, ...], theme: Theme, width: float | None) -> Plan:
    """A plan for a sheet as high as it needs to be and no wider than `width`; the squeezed one if nothing fits.

    Numbers come before legends, and legends before the size of colour cells.
    """
    room = QSizeF(width or MOST_HEIGHT, MOST_HEIGHT)
    task = Task(panels, groups, frozenset(), room, theme)
    usual = task.numbered(theme.number_px, legend=True)
    readable = [
        panel.numbers and max(size.width(), size.height()) <= _NATURAL_REACH
        for panel, size in zip(panels, panel_sizes(panels, theme, usual, titles=True), strict=True)
    ]
    free = QSizeF(width or _NATURAL_REACH, _NATURAL_REACH)
    numbered = [usual, *(task.tightened(task.least, legend=legend) for legend in (True, False))]
    for fits in numbered if any(readable) else ():
        found = _on_a_sheet(task, _mixed(task, fits, readable, _NATURAL_CELL, free))
        if found is not None:
            found = with_indents(_short_rows(found) if width is None else found, panels, theme)
            return with_heads(found, panels, theme)
    side = _NATURAL_CELL
    while side > 0.2:
        found = _on_a_sheet(task, _mixed(task, usual, [False] * len(panels), side, free))
        if found is not None:
            found = with_indents(_short_rows(found) if width is None else found, panels, theme)
            return with_heads(found, panels, theme)
        side *= 0.8
    return squeezed(replace(task, room=QSizeF(width or 400.0, 400.0)))


def _mixed(task: Task, fits: tuple[Fit, ...], numbered: list[bool], side: float, room: QSizeF) -> tuple[Fit, ...]:
    """Numbers where they are wanted, colour cells of that side elsewhere."""
    return tuple(
        fit if keep or not isinstance(panel, Heatmap) else coloured(panel, task.theme, side, room, legend=fit.legend)
        for panel, fit, keep in zip(task.panels, fits, numbered, strict=True)
    )


def _on_a_sheet(task: Task, fits: tuple[Fit, ...]) -> Plan | None:
    for titles, merging in ((True, False), (True, True), (False, True)):
        found = task.attempt(fits, titles=titles, merging=merging)
        if found is not None:
            return found
    return None


def _with_numbers(task: Task) -> Plan | None:
    plan = _numbered_plan(task) or _tight_plan(task, merging=False) or _tight_plan(task, merging=True)
    return with_larger_numbers(plan, task) if plan else None


def _numbered_plan(task: Task) -> Plan | None:
    """Rows that follow the lines of thought, if need be in denser cells, unless numbers would be much smaller."""
    kept, free = (_with_legends_if(task, merging=merging) for merging in (False, True))
    if free and len(set(task.groups)) == 1 and (task.equal or not kept or kept[1] < _KEPT_LINES * free[1]):
        # One line alone may be broken wherever that gives larger numbers, but for tables from which others come.
        return _denser(task, free[1]) or free[0]
    if kept and (not free or kept[1] >= _KEPT_LINES * free[1]):
        return kept[0]
    return (_dense_lines(task, free[1]) or free[0]) if free else None


def _dense_lines(task: Task, number_px: int) -> Plan | None:
    """Rows that follow the lines of thought with numbers not much smaller than `number_px`, in cells of less air."""
    least = max(task.least, round(_DENSE_LINES * number_px))
    sizes = range(number_px, least - 1, -1)
    for equal, size, legend in ((equal, size, legend) for equal in _EQUAL for size in sizes for legend in _BOTH):
        for air in (0.6, 0.3, 0.0):
            fits = task.tightened(size, legend=legend, equal=equal, air=air)
            plan = task.attempt(fits, titles=False, merging=False)
            if plan is not None:
                return plan
    return None


def _denser(task: Task, number_px: int) -> Plan | None:
    """In projector size heads with larger numbers in lower cells, where comfortable ones leave width empty."""
    if task.theme.text_size != "projector" or not task.equal:
        return None
    for size in range(round(_LARGER * number_px), number_px, -1):
        for legend in _BOTH:
            fits = task.tightened(size, legend=legend, air=_SOME_AIR, beside=2 * _SOME_AIR * size)
            plan = task.attempt(fits, titles=False, merging=True)
            if plan is not None:
                return plan
    return None


def _with_legends_if(task: Task, *, merging: bool) -> tuple[Plan, int] | None:
    """Legends and full titles if numbers stay large enough, then full titles alone, then neither.

    Legends go before formulas, which say what the numbers are.
    """
    best: tuple[Plan, int] | None = None
    for legend, titles in ((True, True), (False, True), (True, False), (False, False)):
        found = _largest(task, legend=legend, titles=titles, merging=merging)
        if found and (best is None or best[1] < _WORTH_A_LEGEND * found[1]):
            best = found
        if best and best[1] >= 2 * task.theme.number_px:
            break
    return best


def _largest(task: Task, *, legend: bool, titles: bool, merging: bool) -> tuple[Plan, int] | None:
    """The plan with the largest comfortable numbers, and their size."""
    low, high = task.least, round(LARGEST_NUMBER * task.theme.number_px)
    best: tuple[Plan, int] | None = None
    while low <= high:
        middle = (low + high) // 2 if best else low
        plan = task.attempt_numbers(middle, legend=legend, titles=titles, merging=merging)
        if plan is None:
            if best is None:
                return None
            high = middle - 1
        else:
            best, low = (plan, middle), middle + 1
    return best


def _tight_plan(task: Task, *, merging: bool) -> Plan | None:
    """The smallest legible numbers, with as much air as there is; of one width where that fits."""
    airs = [(equal, AIR) for equal in _EQUAL] + ([(0.0, LEAST_AIR)] if merging else [])
    for equal, beside in airs:
        for legend in (True, False):
            for air in (0.7, 0.4, 0.2, 0.0):
                fits = task.tightened(task.least, legend=legend, equal=equal, air=air, beside=beside)
                plan = task.attempt(fits, titles=False, merging=merging)
                if plan is not None:
                    return plan
    return None


def _short_rows(plan: Plan) -> Plan:
    """No more than a few panels beside each other, one less where one row alone would make the sheet much wider."""
    rows: list[tuple[int, ...]] = []
    widths = [sum(plan.sizes[index].width() for index in row) for row in plan.rows]
    for number, row in enumerate(plan.rows):
        others = max(widths[:number] + widths[number + 1 :], default=widths[number])
        most = _NATURAL_ROW - (widths[number] > _MUCH_WIDER * others)
        even = -(-len(row) // -(-len(row) // most))
        rows += [row[start : start + even] for start in range(0, len(row), even)]
    return replace(plan, rows=tuple(rows))
