"""Which numbers an exercise prints on paper, and whether one exercise of a sheet gives another one's answers away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from attnviz.content.practice.exercise import Exercise
from attnviz.content.wording import is_output
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_TRIES = 12  # for an exercise beside those before it
_DRAWS = 1000  # for the sheet as a whole: a large one about a small scenario cannot be without repetition
_SCORES = frozenset({"scores", "scaled", "capped", "biased", "tempered", "masked"})  # one number may be all of them
Known = tuple[str, int | None, int, int, float]


def printed(exercise: Exercise) -> tuple[Region, ...]:
    """What a sheet prints: inputs in full, and of stages the rows that are needed."""
    return tuple(
        Region(name, exercise.head if name in exercise.trace.stages else None, *_part(exercise, name))
        for name in exercise.given
    )


def starts_rounded(exercise: Exercise) -> bool:
    """True if a number that it starts from was rounded before it came onto the sheet: nobody can undo that there."""
    for region in _told_regions(exercise):
        part = slice(*region.rows), slice(*region.columns)
        shown, exact = (each.at(region.name, region.head)[part] for each in (exercise.trace, exercise.trace.exact))
        if not np.array_equal(shown, exact):
            return True
    return False


def sheet(draw: Callable[[int], Exercise], count: int) -> tuple[Exercise, ...]:
    """So many exercises, none of which prints or repeats what another one asks for, as far as there are such.

    None asks the very same again: rather there are fewer. draw: makes a candidate for that place of the sheet.
    """
    best: tuple[Exercise, ...] = ()
    drawn, fewest = 0, count + 1
    while drawn < _DRAWS and fewest:
        made: list[Exercise] = []
        faults = 0
        for place in range(count):
            for _ in range(_TRIES if drawn < _DRAWS else 1):
                found = draw(place)
                drawn += 1
                if not _spoils(found, made):
                    break
            else:
                faults += 1
            made.append(found)
        if faults < fewest:
            fewest, best = faults, tuple(made)
    different: dict[tuple[object, ...], Exercise] = {}
    for one in best:
        different.setdefault((one.question, one.cells, one.answers), one)
    return tuple(different.values())


def _spoils(new: Exercise, before: Sequence[Exercise]) -> bool:
    """True if it tells an answer of another one, is told its own, or asks the same again."""
    asked, told = set(_asked(new)), set(_told(new))
    for other in before:
        others = set(_asked(other))
        if others & told or asked & set(_told(other)) or asked & others:
            return True
        if new.question == other.question:
            return True
    return False


def _asked(exercise: Exercise) -> Iterator[Known]:
    return (_known(exercise.trace, cell) for cell in exercise.cells)


def _told(exercise: Exercise) -> Iterator[Known]:
    """Numbers of stages that its tables or its question print."""
    for region in _told_regions(exercise):
        for row in range(*region.rows):
            for column in range(*region.columns):
                yield _known(exercise.trace, Cell(region.name, region.head, row, column))


def _told_regions(exercise: Exercise) -> tuple[Region, ...]:
    """The parts of stages that its tables or its question print."""
    traced = exercise.trace
    regions = [region for region in printed(exercise) if region.name in traced.stages]
    if exercise.kind == "concatenation":
        row = exercise.cells[0].row
        width = shape_of(traced, "head_output")[1]
        regions += [Region("head_output", head, (row, row + 1), (0, width)) for head in range(traced.sizes.heads)]
    return tuple(regions)


def _known(traced: Trace, cell: Cell) -> Known:
    """A number under the one name that it has wherever it is handed on unchanged."""
    value = float(traced.at(cell.name, cell.head)[cell.row, cell.column])
    name, head = cell.name, cell.head if BY_NAME[cell.name].per_head else None
    if name in _SCORES:
        name = "scores"
    elif name == "output" and is_output(traced):
        name, head = "head_output", 0
    return name, head, cell.row, cell.column, value


def _part(exercise: Exercise, name: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """(rows, columns) of a matrix that are printed."""
    rows, columns = shape_of(exercise.trace, name)
    only: int | None = None
    if name in exercise.trace.stages:
        asked = exercise.cells[0]
        if BY_NAME[name].axes[0] == "queries":
            only = asked.row
        elif name == "keys" and BY_NAME[asked.name].axes[1] == "keys":
            only = asked.column
    return (0, rows) if only is None else (only, only + 1), (0, columns)
