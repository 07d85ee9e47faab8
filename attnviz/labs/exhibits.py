"""What a laboratory shows, as data: plots, matrices, arrows, boxes, code, tables; how it is drawn is not said here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Array, Bools
from attnviz.labs.marked_cells import Place

Ints = npt.NDArray[np.int64]
Side = Literal["", "right", "wrong"]  # of a comparison: stands left as right, right as wrong


@dataclass(frozen=True)
class Axis:
    """One axis of a plot. low, high: its ends, the data's where None. ticks: where they are, () for round numbers.

    unit: "bytes" for counts of them, written as 134 MB. unwritten: its title or ticks say already what it is, so that
    its name is left to who hears or reads the numbers.
    """

    title: str
    log: bool = False
    low: float | None = None
    high: float | None = None
    ticks: tuple[float, ...] = ()
    unit: str = ""
    unwritten: bool = False


@dataclass(frozen=True)
class Series:
    """Points (x, y) of one kind. bars: y is the height over [x, next x), so that x has one number more than y.

    low, high: the ends of a thin line through each point, such as the least and most that was measured there.
    mark: the shape of its points; "" leaves it to who draws; "none" draws a thin line that helps the eye and is named
    in the subtitle. role: what it is of, or "line 1" to "line 4" for lines that are of one thing and have colours of
    their own. at_end: words after its name at the end of the line.
    """

    label: str
    x: Array
    y: Array
    role: str = "scores"
    kind: Literal["line", "points", "bars"] = "line"
    dashed: bool = False
    low: Array | None = None
    high: Array | None = None
    mark: Literal["", "none", "disc", "ring", "square", "diamond"] = ""
    at_end: str = ""


@dataclass(frozen=True)
class Mark:
    """A line across a plot at one value of an axis, such as the present angle or a prediction.

    parameter: the number that dragging the line changes; "" if it only shows. tells: it says the number of each line
    that it crosses.
    """

    axis: Literal["x", "y"]
    at: float
    label: str
    parameter: str = ""
    tells: bool = False


@dataclass(frozen=True)
class Plot:
    """Series over two axes. large: it has most of a page, whatever stands below it."""

    name: str
    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    subtitle: str = ""
    side: Side = ""
    large: bool = False


@dataclass(frozen=True)
class Matrix:
    """Numbers in rows and columns. kind: how they are coloured. broken: cells (row, column) that show the symptom.

    hidden: which cells are masked away. row_sums, column_sums: whether the sums stand beside and below, always those
    of the numbers. NaN and infinities may occur here, where a mistake makes them. new_rows: those that a step adds, a
    half-open range, set off from what was there. alike: its cells are as large as those of others that are alike.
    ends: of its colour scale, where that is more than its own numbers. waits: the words in place of numbers that are
    not there yet. bare: its rows are named by what stands at its left. beside: a label of a row as long as those of
    other steps, for which there is room, so that its cells stand at one place.
    """

    name: str
    title: str
    values: Array
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    role: str = "weights"
    kind: Literal["weights", "signed"] = "signed"
    subtitle: str = ""
    hidden: Bools | None = None
    broken: Sequence[Place] = ()
    row_sums: bool = False
    column_sums: bool = False
    side: Side = ""
    new_rows: tuple[int, int] | None = None
    alike: bool = False
    ends: tuple[float, float] | None = None
    waits: str = ""
    bare: bool = False
    beside: str = ""


@dataclass(frozen=True)
class Arrow:
    """An arrow of a plane. parameter, index: the Grid and its row (or an angle Number, index −1) that dragging sets."""

    label: str
    start: tuple[float, float]
    tip: tuple[float, float]
    role: str
    parameter: str = ""
    index: int = 0


@dataclass(frozen=True)
class Plane:
    """Arrows and points in two dimensions; `hull` is the polygon that a mixture cannot leave.

    mixture: the name of a simplex Grid whose first row dragging inside the hull sets, "" if none.
    path: points joined by a thin line, such as all places where the output can be.
    """

    name: str
    title: str
    arrows: tuple[Arrow, ...]
    hull: tuple[tuple[float, float], ...] = ()
    mixture: str = ""
    subtitle: str = ""
    path: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Bars:
    """Named numbers as bars on one scale from low to high. unit: "bytes" for counts of them, written as 134 MB.

    large: they are to be seen from afar. alike: their bars are as long and as thick as those of others that are alike.
    """

    name: str
    title: str
    labels: tuple[str, ...]
    values: Array
    role: str = "weights"
    low: float = 0.0
    high: float = 1.0
    subtitle: str = ""
    side: Side = ""
    unit: str = ""
    large: bool = False
    alike: bool = False


@dataclass(frozen=True)
class Box:
    """One array of a walk: its name, its axes with their lengths, what made it, and its numbers if they are few.

    axes: such as (("B", 2), ("T", 4), ("d_model", 512)). values have that shape, or are None.
    """

    label: str
    axes: tuple[tuple[str, int], ...]
    operation: str = ""
    values: Array | None = None
    role: str = "input"
    wrong: bool = False


@dataclass(frozen=True)
class Boxes:
    """A walk from one array to the next."""

    name: str
    title: str
    boxes: tuple[Box, ...]
    subtitle: str = ""
    side: Side = ""


@dataclass(frozen=True)
class Code:
    """Lines of a program; `marked` are the lines (from 0) that make the difference."""

    name: str
    title: str
    lines: tuple[str, ...]
    marked: tuple[int, ...] = ()
    language: str = "python"
    side: Side = ""


@dataclass(frozen=True)
class Table:
    """Rows of texts and numbers under column titles; numbers are formatted by whoever draws or writes them.

    as_cells: numbers are written as those of the other exhibits are, else as those of sentences: in full.
    units: of each column: "bytes" for counts of them, which are written as 134 MB, "rough" for two digits; () for none.
    large: its letters grow with the room. strong: cells (row, column) in which something happens.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    subtitle: str = ""
    as_cells: bool = False
    units: tuple[str, ...] = ()
    large: bool = False
    strong: Sequence[Place] = ()


NEVER, LATER, DONE, NOW = range(4)  # the states of a cell of a Sweep


@dataclass(frozen=True)
class Sweep:
    """A matrix that is gone through piece by piece: which of its cells are computed now, were, will be, never are.

    states: NEVER, LATER, DONE or NOW of each cell. words: what these four mean here, "" for one that does not occur.
    each: how many rows and columns of the matrix one cell stands for. values: numbers of cells that are NOW, NaN
    elsewhere; None for none. row_edges, column_edges: where pieces begin. kept_rows, kept_columns: half-open ranges of
    what lies in memory meanwhile, and `kept` says in words what that is. parameter, steps: the Whole, and the number of
    it at which each cell is computed, which a click on the cell sets. hidden: cells that are masked away, computed or
    not. alone: its numbers stand nowhere else on the page.
    """

    name: str
    title: str
    states: Ints
    words: tuple[str, str, str, str]
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    role: str = "scores"
    subtitle: str = ""
    each: tuple[int, int] = (1, 1)
    values: Array | None = None
    row_edges: tuple[int, ...] = ()
    column_edges: tuple[int, ...] = ()
    kept_rows: tuple[int, int] | None = None
    kept_columns: tuple[int, int] | None = None
    kept: tuple[str, str] = ("", "")
    parameter: str = ""
    steps: Ints | None = None
    hidden: Bools | None = None
    alone: bool = False


Exhibit = Plot | Matrix | Plane | Bars | Boxes | Code | Table | Sweep
