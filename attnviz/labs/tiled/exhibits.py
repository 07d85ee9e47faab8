"""What the laboratory of tiles shows: one step, the end, what is moved and kept, and the program."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.scenario import Scenario
from attnviz.labs.exhibits import Code, Exhibit, Matrix, Table
from attnviz.labs.tiled.passing import Found
from attnviz.labs.tiled.program import Moment, whole_program
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, TILED, WINDOW, WINDOW_CACHE, Extent, traffic

_MOST_COLUMNS, _FIRST, _MOST_ROWS = 8, 6, 6  # of a matrix that are shown; else so many from its start, and its last
_NAMES = {
    FULL: "full, scores and weights stored",
    TILED: "in tiles",
    CAUSAL: "in tiles, causal",
    WINDOW: "sliding window",
    CACHE: "KV cache, one step",
    WINDOW_CACHE: "the same with the window",
}
_KEPT = {
    FULL: "all scores and weights",
    TILED: "one tile and its state",
    CAUSAL: "one tile and its state",
    WINDOW: "a block and its window",
    CACHE: "keys and values of all",
    WINDOW_CACHE: "keys and values of a window",
}


def of_the_step(found: Found) -> tuple[Exhibit, ...]:
    """The scores of the tile, what they do to the running maximum and sum, and the output before and after."""
    moment = found.moment
    queries = found.scenario.query_labels[slice(*found.visit.rows)]
    keys = found.scenario.key_labels[slice(*found.visit.keys)]
    hidden = np.isneginf(moment.scores)
    scores = _matrix("scores", "Scores of the tile", moment.scores, queries, keys, "scores", hidden=hidden)
    shares = _matrix(
        "shares", "e^(score − max)", moment.exponentials, queries, keys, "weights", "the max that holds now",
        kind="weights", hidden=hidden,
    )  # fmt: skip
    if found.way not in (TILED, CAUSAL):
        weights = moment.exponentials / moment.sum[:, np.newaxis]
        return (
            _matrix("scores", "Scores", moment.scores, queries, keys, "scores", hidden=hidden),
            _matrix("weights", "Weights", weights, queries, keys, "weights", kind="weights", hidden=hidden),
            _matrix("output", "Output", moment.output / moment.sum[:, np.newaxis], queries, (), "output"),
        )
    return (
        scores,
        shares,
        _state(queries, moment),
        _matrix("before", "Output so far", moment.output_before, queries, (), "output", "not yet divided"),
        _matrix("output", "Output now", moment.output, queries, (), "output", "so far · factor + e^(score − max) · V"),
    )


def of_the_end(found: Found) -> tuple[Exhibit, ...]:
    """The output as the tiles made it, as the whole matrix gives it, and the difference."""
    rows = found.scenario.query_labels
    title, words = "Output, ordinary", "softmax of the whole matrix · V"
    if found.by_blocks:
        title, words = "Output, the engine's own", "by blocks too at this size"
    return (
        _matrix("tiles", "Output, in tiles", found.output, rows, (), "output", "output ÷ sum after the last tile"),
        _matrix("ordinary", title, found.ordinary, rows, (), "output", words),
        _matrix("difference", "Difference", found.output - found.ordinary, rows, (), "input", "of the two"),
    )


def of_the_cost(here: Extent, there: Extent) -> tuple[Exhibit, ...]:
    """Bytes moved both ways, here and at the chosen length, and the counts of all ways at each."""
    return (
        _moved(here, there),
        _ways("here", "This scenario, one head", here),
        _ways("there", "At the length chosen", there),
    )


def program(scenario: Scenario) -> Code:
    """The lines that run, with what keeps the softmax right marked."""
    lines = whole_program(scenario)
    marked = tuple(place for place, line in enumerate(lines) if "factor" in line)
    return Code("program", "The program", lines, marked)


def _state(queries: tuple[str, ...], moment: Moment) -> Table:
    """One line for each query of the block: maximum, factor and sum, before and after."""
    columns = ("query", "max before", "max now", "factor", "sum before", "sum now")
    numbers = (moment.maximum_before, moment.maximum, moment.factor, moment.sum_before, moment.sum)
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (label, *(float(own[row]) for own in numbers)) for row, label in enumerate(queries)
    )
    title, subtitle = "Kept for each query", "factor = e^(max before − max now)"
    if len(rows) > _MOST_ROWS:
        subtitle += f"; the first {_MOST_ROWS} of {len(rows)}"
    return Table("state", title, columns, rows[:_MOST_ROWS], subtitle, as_cells=True)


def _matrix(
    name: str,
    title: str,
    values: Array,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    role: str,
    subtitle: str = "",
    *,
    kind: str = "signed",
    hidden: Bools | None = None,
) -> Matrix:
    """The matrix with as many rows and columns as a page has room for."""
    height, width = values.shape
    columns = columns or tuple(str(column) for column in range(1, width + 1))
    across = range(width) if width <= _MOST_COLUMNS else [*range(_FIRST), width - 1]
    down = range(min(height, _MOST_ROWS))
    if width > _MOST_COLUMNS:
        columns = (*columns[:_FIRST], f"… {columns[-1]}")
    if height > _MOST_ROWS:
        subtitle = f"{subtitle}, the first {_MOST_ROWS} of {height} rows".removeprefix(", ")
    part = np.ix_(down, across)
    veiled = None if hidden is None or not hidden.any() else hidden[part]
    return Matrix(
        name, title, values[part], rows[: len(down)], columns, role, "weights" if kind == "weights" else "signed",
        subtitle, hidden=veiled, alike=True,
    )  # fmt: skip


def _moved(here: Extent, there: Extent) -> Table:
    """What is read and written, part by part: the ordinary way and in tiles, here and at the chosen length."""
    found = [(traffic(way, size), size.each) for size in (here, there) for way in (FULL, TILED)]
    parts = (
        ("queries read", "queries", 1),
        ("keys read", "keys", 1),
        ("values read", "values", 1),
        ("scores written, then read", "scores", 2),
        ("weights written, then read", "weights", 2),
        ("output written", "output", 1),
        ("moved in all", "moved", 1),
        ("kept meanwhile", "kept", 1),
    )
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (words, *(float(times * each * getattr(own, name)) for own, each in found)) for words, name, times in parts
    )
    columns = ("bytes of one head", f"ordinary, T = {here.T}", "in tiles", f"ordinary, T = {there.T}", "in tiles")
    return Table("moved", "Bytes moved and kept", columns, rows, _tiles_of(here, there))


def _tiles_of(here: Extent, there: Extent) -> str:
    own, far = ("×".join(map(str, size.tile)) for size in (here, there))
    return f"tiles of {own} here, of {far} there; keys and values are read once for each block of queries"


def _ways(name: str, title: str, size: Extent) -> Table:
    """All ways: what they compute, move and keep."""
    rows: list[tuple[str | float, ...]] = []
    for way in _NAMES:
        own = traffic(way, size)
        rows.append((
            _NAMES[way], float(own.scores_computed), float(own.multiplications), float(own.moved * size.each),
            float(own.kept * size.each), _KEPT[way],
        ))  # fmt: skip
    columns = ("way", "scores", "multiplications", "bytes moved", "bytes kept", "what is kept")
    return Table(name, title, columns, tuple(rows), f"T = {size.T}, window {size.window}")
