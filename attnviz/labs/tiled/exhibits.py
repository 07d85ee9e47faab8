"""What the laboratory of tiles shows: one step, the end, what is moved and kept, and the program."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.labs.exhibits import Code, Exhibit, Matrix, Table
from attnviz.labs.tiled.parts import MOST_COLUMNS, MOST_ROWS, Shown, labelled, largest
from attnviz.labs.tiled.passing import Found
from attnviz.labs.tiled.program import whole_program
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, TILED, WINDOW, WINDOW_CACHE, Extent, traffic

_FIRST = 6  # columns of a wide output that are shown beside its last
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


def of_the_step(shown: Shown) -> tuple[Exhibit, ...]:
    """The scores of the tile, what they do to the running maximum and sum, and the output before and after."""
    moment, rows = shown.moment, shown.rows_words
    hidden = np.isneginf(moment.scores)
    veiled = hidden if hidden.any() else None

    def map_of(name: str, title: str, values: Array, role: str, words: str = "") -> Matrix:
        kind: Literal["weights", "signed"] = "signed" if role == "scores" else "weights"
        return Matrix(name, title, values, shown.queries, shown.keys, role, kind, words, hidden=veiled, alike=True)

    def output_of(name: str, title: str, values: Array, words: str = "") -> Matrix:
        return _output(name, title, values, shown.queries, ", ".join(part for part in (words, rows) if part))

    if shown.way not in (TILED, CAUSAL):
        total = moment.sum[:, np.newaxis]
        return (
            map_of("scores", "Scores", moment.scores, "scores", shown.words),
            map_of("weights", "Weights", moment.exponentials / total, "weights"),
            output_of("output", "Output", moment.output / total),
        )
    return (
        map_of("scores", "Scores of the tile", moment.scores, "scores", shown.words),
        map_of("shares", "e^(score − max)", moment.exponentials, "weights", "the max that holds now"),
        _state(shown),
        output_of("before", "Output so far", moment.output_before, "not yet divided"),
        output_of("output", "Output now", moment.output, "so far · factor + e^(score − max) · V"),
    )


def of_the_end(found: Found) -> tuple[Exhibit, ...]:
    """The output as the tiles made it, as the whole matrix gives it, and the difference."""
    apart = found.output - found.ordinary
    rows = largest(np.abs(apart).max(axis=1), MOST_ROWS, MOST_ROWS)
    some = len(rows) < len(apart)
    queries = labelled(found.scenario.query_labels, rows, numbered=some)
    which = f"{len(rows)} of {len(apart)} queries, where they differ most" if some else ""
    title, words = "Output, ordinary", "softmax of the whole matrix · V"
    if found.by_blocks:
        title, words = "Output, the engine's own", "by blocks too at this size"
    tiled = "output ÷ sum after the last tile"
    return (
        _output("tiles", "Output, in tiles", found.output[rows], queries, f"{tiled}; {which}" if which else tiled),
        _output("ordinary", title, found.ordinary[rows], queries, words),
        _differences(apart[rows], queries),
    )


def of_the_cost(here: Extent, there: Extent) -> tuple[Exhibit, ...]:
    """Bytes moved both ways, here and at the chosen length, and the counts of all ways at each; the same once."""
    if here == there:
        return (_moved((here,)), _ways("here", "This scenario, one head", here))
    alike = replace(here, window=there.window) == there  # no window is in the first table
    return (
        _moved((here,) if alike else (here, there)),
        _ways("here", "This scenario, one head", here),
        _ways("there", f"The same with a window of {there.window}" if alike else f"One head of T = {there.T}", there),
    )


def program(scenario: Scenario, way: str) -> Code:
    """The lines that run, with what keeps the softmax right marked."""
    lines = whole_program(scenario, way)
    marked = tuple(place for place, line in enumerate(lines) if "factor" in line)
    return Code("program", "The program", lines, marked)


def _state(shown: Shown) -> Table:
    """One line for each query of the block: maximum, factor and sum, before and after."""
    columns, moment = ("query", "max before", "max now", "factor", "sum before", "sum now"), shown.moment
    numbers = (moment.maximum_before, moment.maximum, moment.factor, moment.sum_before, moment.sum)
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (label, *(float(own[row]) for own in numbers)) for row, label in enumerate(shown.queries)
    )
    words = "; ".join(part for part in ("factor = e^(max before − max now)", shown.rows_words) if part)
    return Table("state", "Kept for each query", columns, rows, words, as_cells=True)


def _output(name: str, title: str, values: Array, queries: tuple[str, ...], words: str) -> Matrix:
    """Rows of an output with as many of its dimensions as a page has room for."""
    across, columns = _dimensions(values.shape[1])
    return Matrix(name, title, values[:, across], queries, columns, "output", "signed", words, alike=True)


def _differences(apart: Array, queries: tuple[str, ...]) -> Table:
    """The differences in numbers alone: a scale of colours would make something of 10⁻⁷."""
    across, columns = _dimensions(apart.shape[1])
    told = apart[:, across].tolist()
    rows: tuple[tuple[str | float, ...], ...] = tuple((label, *row) for label, row in zip(queries, told, strict=True))
    units = ("", *("rough" for _ in columns))
    return Table("difference", "Difference", ("query", *columns), rows, "of the two, to two digits", units=units)


def _dimensions(width: int) -> tuple[list[int], tuple[str, ...]]:
    """The places of the dimensions of an output that are shown, and their names."""
    if width <= MOST_COLUMNS:
        return list(range(width)), tuple(str(place + 1) for place in range(width))
    return [*range(_FIRST), width - 1], (*(str(place + 1) for place in range(_FIRST)), f"… {width}")


def _moved(sizes: tuple[Extent, ...]) -> Table:
    """What is read and written, part by part: the ordinary way and in tiles, here and at the chosen length."""
    found = [(traffic(way, size), size.each) for size in sizes for way in (FULL, TILED)]
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
    names = ("this scenario", *(f"T = {size.T}" for size in sizes[1:]))
    columns = ("one head", *(f"{way}, {name}" for name in names for way in ("ordinary", "in tiles")))
    units = ("", *("bytes" for _ in found))
    return Table("moved", "Bytes moved and kept", columns, rows, _tiles_of(sizes), units=units)


def _tiles_of(sizes: tuple[Extent, ...]) -> str:
    tiles = list(dict.fromkeys(" × ".join(map(str, size.tile)) for size in sizes))
    words = f"tiles of {tiles[0]}"
    if len(tiles) > 1:
        words += f" here, of {tiles[1]} at T = {sizes[1].T}"
    return f"{words}; keys and values are read once for each block of queries"


def _ways(name: str, title: str, size: Extent) -> Table:
    """All ways: what they compute, move and keep."""
    rows: list[tuple[str | float, ...]] = []
    for way in _NAMES:
        own = traffic(way, size)
        rows.append((
            _NAMES[way], float(own.scores_computed), float(own.multiplications), float(own.moved * size.each),
            float(own.kept * size.each), _KEPT[way],
        ))  # fmt: skip
    columns = ("way", "scores", "multiplications", "moved", "kept", "what is kept")
    units = ("", "", "", "bytes", "bytes", "")
    return Table(name, title, columns, tuple(rows), f"T = {size.T}, window {size.window}", units=units)
