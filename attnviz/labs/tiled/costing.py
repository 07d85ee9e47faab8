"""What the ways through the scores take, as bars and tables: bytes moved and kept, scores and multiplications."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.labs.exhibits import Bars, Table
from attnviz.labs.protocol import Cut
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, TILED, WINDOW, WINDOW_CACHE, Extent, traffic

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


def of_the_cost(here: Extent, there: Extent) -> tuple[Cut, Cut]:
    """Bytes moved and kept as bars, then part by part, and the counts of all ways, here and at the chosen length.

    The same is shown once. The second is the same for a narrow page.
    """
    most = max(float(getattr(traffic(FULL, there), count) * there.each) for count in ("moved", "kept"))
    bars = (_bars("moved_bars", "Bytes moved in all", "moved", there, most),
            _bars("kept_bars", "Bytes kept meanwhile", "kept", there, most))  # fmt: skip
    first = tuple(one.name for one in bars)
    tables: tuple[Table, ...]
    if here == there:
        tables = (_moved((here,)), _ways("here", "This scenario, one head", here))
    else:
        alike = replace(here, window=there.window) == there  # no window is in the first table
        title = f"The same with a window of {there.window}" if alike else f"One head of T = {there.T}"
        tables = (_moved((here,) if alike else (here, there)), _ways("here", "This scenario, one head", here),
                  _ways("there", title, there))  # fmt: skip
    bands = (first, *((table.name,) for table in tables))
    return Cut((*bars, *tables), (), bands), Cut((*bars, tables[0], *map(_narrow, tables[1:])), (), bands)


def _narrow(table: Table) -> Table:
    """Without what is kept in words."""
    rows = tuple(row[:-1] for row in table.rows)
    return replace(table, columns=table.columns[:-1], rows=rows, units=table.units[:-1])


def _bars(name: str, title: str, count: str, size: Extent, most: float) -> Bars:
    """The full way and tiles, on a scale that ends at `most`."""
    found = [float(getattr(traffic(way, size), count) * size.each) for way in (FULL, TILED)]
    words = f"one head of T = {size.T}"
    return Bars(
        name, title, ("full", "in tiles"), np.array(found), "weights", 0.0, most, words, unit="bytes", large=True
    )


def _moved(sizes: tuple[Extent, ...]) -> Table:
    """What is moved and kept, and that part by part: the ordinary way and in tiles, here and at the chosen length."""
    found = [(traffic(way, size), size.each) for size in sizes for way in (FULL, TILED)]
    parts = (
        ("moved in all", "moved", 1),
        ("kept meanwhile", "kept", 1),
        ("queries read", "queries", 1),
        ("keys read", "keys", 1),
        ("values read", "values", 1),
        ("scores written, then read", "scores", 2),
        ("weights written, then read", "weights", 2),
        ("output written", "output", 1),
    )
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (words, *(float(times * each * getattr(own, name)) for own, each in found)) for words, name, times in parts
    )
    names = ("this scenario", *(f"T\u00a0=\u00a0{size.T}" for size in sizes[1:]))
    columns = ("one head", *(f"{way}, {name}" for name in names for way in ("full", "in tiles")))
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
    return Table(name, title, columns, tuple(rows), f"window of {size.window}", units=units)
