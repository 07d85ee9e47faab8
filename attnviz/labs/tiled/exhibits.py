"""What the laboratory of tiles shows of one step, of the end, and of the program."""

from __future__ import annotations

from typing import Literal

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.labs.exhibits import Code, Exhibit, Ints, Matrix, Table
from attnviz.labs.marked_cells import cells_of
from attnviz.labs.tiled.parts import Shown, Size, dim_labels, dims_of, grows, labelled, largest
from attnviz.labs.tiled.passing import Found
from attnviz.labs.tiled.program import whole_program
from attnviz.labs.tiled.sweeping import has_numbers
from attnviz.labs.tiled.telling import scores_title
from attnviz.labs.traffic import CAUSAL, FULL, TILED

Bands = tuple[tuple[str, ...], ...]
_FACTOR = "factor = e^(max before − max now), bold where the max grew"
WAITS = "after the last tile"


def of_the_step(found: Found, shown: Shown) -> tuple[tuple[Exhibit, ...], Bands]:
    """What a step does, and in which lines it is read: scores, what is kept, outputs; V stands with the matrix."""
    outputs, V = _reach(found, shown.dims), _values(found, shown)
    scores = _of_tile(found, shown, "scores", shown.moment.scores)
    if shown.way not in (TILED, CAUSAL):
        return _of_one_tile(found, shown, outputs, V)
    moment = shown.moment
    shares = _of_tile(found, shown, "shares", moment.exponentials)
    before = _output("before", "Output so far", moment.output_before, shown, outputs, "not divided", bare=False)
    now = _output("output", "Output now", moment.output, shown, outputs, "so far·factor + e^(…)·V")
    seen = np.where(moment.sum > 0, moment.sum, 1.0)  # 0 while a query has met hidden keys alone
    result = moment.output / seen[:, np.newaxis] if shown.done else np.full(moment.output.shape, np.nan)
    divided = _output(
        "divided",
        "÷ sum" if shown.size.brief else "Output ÷ sum",
        result,
        shown,
        outputs,
        waits="" if shown.done else WAITS,
    )
    if shown.size.heart:
        return (_state(shown), before, now, divided), (("state",), ("before", "output", "divided"))
    page: tuple[Exhibit, ...] = (*V, scores, shares, _state(shown), before, now, divided)
    if shown.size.low:
        return page, (("scores", "shares", "state"), ("before", "output", "divided"))
    return page, (("scores", "shares"), ("state",), ("before", "output", "divided"))


def of_the_end(found: Found, size: Size) -> tuple[tuple[Exhibit, ...], Bands]:
    """The output as the tiles made it, as the whole matrix gives it, and the difference."""
    apart = found.output - found.ordinary
    rows = largest(np.abs(apart).max(axis=1), size.rows)
    some = len(rows) < len(apart)
    queries = labelled(found.scenario.query_labels, rows, numbered=some)
    which = f"{len(rows)} of {len(apart)} queries, where they differ most" if some else ""
    dims = dims_of(apart.shape[1], size)
    title, words = "Output, ordinary", "softmax of the whole matrix · V"
    if found.by_blocks:
        title, words = "Output, the engine's own", "by blocks too at this size"
    reach = float(np.abs(found.ordinary[np.ix_(rows, dims)]).max())

    def output(name: str, title: str, values: Array, words: str) -> Matrix:
        part = values[np.ix_(rows, dims)]
        return Matrix(
            name, title, part, queries, dim_labels(dims), "output", "signed", words, alike=True, ends=(-reach, reach)
        )

    page = (
        output("tiles", "Output, in tiles" if found.way in (TILED, CAUSAL) else "Output, on this way", found.output,
               which or "divided by the sum at last"),
        output("ordinary", title, found.ordinary, words),
        _differences(apart[np.ix_(rows, dims)], queries, dim_labels(dims)),
    )  # fmt: skip
    return page, (("tiles", "ordinary"), ("difference",))


def program(scenario: Scenario, way: str) -> Code:
    """The lines that run, with what keeps the softmax right marked."""
    lines = whole_program(scenario, way)
    marked = tuple(place for place, line in enumerate(lines) if "factor" in line)
    return Code("program", "The program", lines, marked)


def _of_one_tile(
    found: Found, shown: Shown, outputs: tuple[float, float], V: tuple[Matrix, ...]
) -> tuple[tuple[Exhibit, ...], Bands]:
    """A block with one tile: scores, weights and output at once. Scores that the large matrix shows come once."""
    moment, full = shown.moment, shown.way == FULL
    total = moment.sum[:, np.newaxis]
    stored = "stored as well" if full else ""
    weights = _of_tile(found, shown, "weights", moment.exponentials / total, stored)
    output = _output("output", "Output", moment.output / total, shown, outputs, "weights · V", bare=False)
    if full and has_numbers(found):
        return (*V, weights, output), (("weights",), ("output",))
    scores = _of_tile(found, shown, "scores", moment.scores)
    return (*V, scores, weights, output), (("scores",), ("weights",), ("output",))


_TITLES = {"shares": "e^(score − max)", "weights": "Weights"}


def _of_tile(found: Found, shown: Shown, name: str, values: Array, words: str = "") -> Matrix:
    """Numbers of the shown queries and keys; scores on one scale of the head."""
    hidden = np.isneginf(shown.moment.scores)
    is_score = name == "scores"
    kind: Literal["weights", "signed"] = "signed" if is_score else "weights"
    brief, tiles = shown.size.brief, shown.way in (TILED, CAUSAL)
    title = _TITLES.get(name) or scores_title(found) + (" of the tile" if tiles and not brief else "")
    some = ", ".join(part for part in (words, shown.words if is_score or words else "") if part)
    if brief:
        some = shown.words if is_score else ""
    reach = found.followed.reach
    return Matrix(
        name, title, values, shown.queries, shown.keys, "scores" if is_score else "weights", kind, some,
        hidden=hidden if hidden.any() else None, alike=True, ends=(-reach, reach) if is_score else None,
        bare=brief and tiles and not is_score, beside=shown.longest,
    )  # fmt: skip


def _values(found: Found, shown: Shown) -> tuple[Matrix, ...]:
    """The rows of V that the tile reads, as far as they are shown."""
    if not shown.size.values:
        return ()
    V = found.followed.names["V"][:, shown.dims]
    reach = float(np.abs(V).max())
    title = "V of the tile" if shown.way in (TILED, CAUSAL) else "V"
    part = shown.values[:, shown.dims]
    labels = shown.keys, dim_labels(shown.dims)
    words = "" if shown.size.brief else shown.keys_words  # which are those of the scores
    return (Matrix("V", title, part, *labels, "values", "signed", words, alike=True, ends=(-reach, reach)),)


def _reach(found: Found, dims: Ints) -> tuple[float, float]:
    """One scale for the outputs of all steps of the block, of the dimensions that are shown."""
    reach = float(found.reaches[dims].max())
    return -reach, reach


def _output(
    name: str,
    title: str,
    values: Array,
    shown: Shown,
    ends: tuple[float, float],
    words: str = "",
    *,
    waits: str = "",
    bare: bool = True,
) -> Matrix:
    """Rows of an output on the scale of the block. bare: whether another one at its left names the rows."""
    part, labels, brief = values[:, shown.dims], dim_labels(shown.dims), shown.size.brief
    if brief and shown.way in (TILED, CAUSAL):  # three stand beside each other there
        words = ""
    return Matrix(
        name, title, part, shown.queries, labels, "output", "signed", words, alike=True, ends=ends,
        waits=waits, bare=bare and brief, beside=shown.longest,
    )  # fmt: skip


def _state(shown: Shown) -> Table:
    """One line for each query of the block: maximum, factor and sum, before and after; where it grew is marked."""
    columns, moment = ("query", "max before", "max now", "factor", "sum before", "sum now"), shown.moment
    words = "; ".join(part for part in (_FACTOR, shown.rows_words) if part)
    if shown.size.brief:
        columns, words = ("query", "max", "new max", "factor", "sum", "new sum"), "factor = e^(max − new max)"
    numbers = (moment.maximum_before, moment.maximum, moment.factor, moment.sum_before, moment.sum)
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (label, *(float(own[row]) for own in numbers)) for row, label in enumerate(shown.queries)
    )
    grown = np.zeros((len(rows), len(columns)), dtype=np.bool_)
    grown[:, 2] = grown[:, 3] = grows(moment) > 0
    return Table("state", "Kept for each query", columns, rows, words, as_cells=True, large=True,
                 strong=cells_of(grown))  # fmt: skip


def _differences(apart: Array, queries: tuple[str, ...], columns: tuple[str, ...]) -> Table:
    """The differences in numbers alone: a scale of colours would make something of 10⁻⁷."""
    told = apart.tolist()
    rows: tuple[tuple[str | float, ...], ...] = tuple((label, *row) for label, row in zip(queries, told, strict=True))
    units = ("", *("rough" for _ in columns))
    return Table("difference", "Difference", ("query", *columns), rows, "of the two, to two digits", units=units)
