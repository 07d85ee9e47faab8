"""What a cell came from and what it feeds, through every stage and input, as rectangles of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from attnviz.engine.amounts import is_large
from attnviz.engine.arrays import Bools
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import Node, links, node_of, shape_of
from attnviz.engine.errors import NoSuchStage, Where
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.settings import position
from attnviz.engine.spans import Spans, downstream, upstream
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_Rectangle = tuple[tuple[int, int], tuple[int, int]]  # rows and columns
_Found = dict[Node, tuple[_Rectangle, ...]]
# Cells whose head is asked whether its exponentials are shifted: one of them feeds, or came from, some of a row only.
_OF_SOME_EXPONENTIALS = frozenset(
    {"keys", "rotated_keys", "scores", "scaled", "capped", "alibi", "bias", "biased", "tempered", "masked"}
    | {"exponentials"}
)
_OF_SOME_KEYS = frozenset({"X", "source", "K"})  # inputs; of none of their heads where the cell names no head
MOST_KEPT = 32  # of a trace: sources and feeds of the cells that were asked for last


def sources(trace: Trace, cell: Cell) -> tuple[Region, ...]:
    """All cells on which this one depends, inputs first, then stages in reading order; not the cell itself.

    What a mask hides does not count: a hidden score feeds no weight, and a hidden weight, which is 0 whatever the
    numbers are, comes from nothing; of a large scenario rectangles of many rows may hold hidden pairs, and only the
    head that the cell names is asked whether the largest score of a row was subtracted in all its exponentials. A key
    or value that several query heads read is listed for each of them.
    Raises NoSuchStage if there is no such cell.
    """
    return _kept(trace, cell, "sources", _upstream)


def feeds(trace: Trace, cell: Cell) -> tuple[Region, ...]:
    """All cells that depend on this one, in reading order, as `sources` counts; not the cell itself."""
    return _kept(trace, cell, "feeds", _downstream)


def query_path(trace: Trace, head: int, query: int) -> tuple[Region, ...]:
    """The row of one query, from X through the queries, scores and weights of a head to the output."""
    found = []
    inputs, size = trace.scenario.inputs, trace.sizes
    trace.slot("weights", head)
    if not 0 <= position(query, "query", "query") < size.T:
        raise NoSuchStage(f"There is no query {query + 1}. Choose one from 1 to {size.T}.", Where("query"))
    row = (query, query + 1)
    if isinstance(inputs, Projected):
        found.append(Region("X", None, row, (0, inputs.X.shape[1])))
    elif isinstance(inputs, Direct):
        assert size.d_k is not None
        found.append(Region("Q", None, row, (head * size.d_k, (head + 1) * size.d_k)))
    for name in trace.stages:
        stage = BY_NAME[name]
        if stage.axes[0] == "queries":
            columns = (0, shape_of(trace, name)[1])
            found.append(Region(name, head if stage.per_head else None, row, columns))
    return tuple(found)


def check_cell(trace: Trace, cell: Cell) -> None:
    """Raises NoSuchStage if the trace has no such cell, whether computed yet or not."""
    for what, place in (("row", cell.row), ("column", cell.column), ("head", 0 if cell.head is None else cell.head)):
        position(place, what, cell.name)
    rows, columns = shape_of(trace, cell.name)
    where = Where(cell.name, cell.row, cell.column)
    if cell.head is not None and not 0 <= cell.head < trace.sizes.heads:
        raise NoSuchStage(f"There is no head {cell.head + 1}. Choose one from 1 to {trace.sizes.heads}.", Where("head"))
    if not (0 <= cell.row < rows and 0 <= cell.column < columns):
        raise NoSuchStage(f"{where} does not exist: {cell.name} is {rows}×{columns}. Choose a cell inside it.", where)


_Way = Callable[[Trace, dict[Node, Bools], range | None], None]


def _kept(trace: Trace, cell: Cell, way: str, follow: _Way) -> tuple[Region, ...]:
    """What was found that way before, for several views ask for the same cell; else it is found and kept."""
    check_cell(trace, cell)
    known = trace.linked.get((way, cell))
    if known is None:
        found = _along_spans(trace, cell, way) if is_large(trace.sizes) else _along_grids(trace, cell, follow)
        while len(trace.linked) >= MOST_KEPT:
            trace.linked.pop(next(iter(trace.linked)))
        known = trace.linked[way, cell] = _regions(trace, found)
    return known


def _heads_about(trace: Trace, cell: Cell) -> range | None:
    """The heads that a cell of one head has to do with: those that share its keys and values. None for all."""
    if cell.name not in trace.stages or not BY_NAME[cell.name].per_head:
        return None
    group = trace.sizes.heads // trace.sizes.kv_heads
    first = (cell.head or 0) // group * group
    return range(first, first + group)


def _along_grids(trace: Trace, cell: Cell, follow: _Way) -> _Found:
    start, reached = _start(trace, cell)
    follow(trace, reached, _heads_about(trace, cell))
    del reached[start]
    return {node: tuple(_rectangles(grid)) for node, grid in reached.items()}


def _along_spans(trace: Trace, cell: Cell, way: str) -> _Found:
    """The same without a table of T×S marks; where masks cut through many rows what they hide is in the rectangles."""
    start = node_of(trace, cell.name, cell.head)
    reached: dict[Node, Spans] = {start: Spans(shape_of(trace, cell.name))}
    rows, columns = (np.zeros(size, dtype=np.bool_) for size in reached[start].shape)
    rows[cell.row] = columns[cell.column] = True
    reached[start].mark(rows, columns)
    about = cell.head if cell.name in _OF_SOME_KEYS else cell.head or 0 if cell.name in _OF_SOME_EXPONENTIALS else None
    every = tuple(links(trace, ruled=True, about=about, heads=_heads_about(trace, cell)))
    for link in every if way == "feeds" else reversed(every):
        begin, end = (link.operand, link.result) if way == "feeds" else (link.result, link.operand)
        if begin in reached:
            found = reached.setdefault(end, Spans(shape_of(trace, end[0])))
            (downstream if way == "feeds" else upstream)(link, reached[begin], found)
    del reached[start]
    return {node: tuple(spans.rectangles()) for node, spans in reached.items()}


def _upstream(trace: Trace, reached: dict[Node, Bools], heads: range | None) -> None:
    for link in reversed(tuple(links(trace, heads=heads))):
        if link.result in reached:
            link.upstream(reached[link.result], _grid(trace, reached, link.operand))


def _downstream(trace: Trace, reached: dict[Node, Bools], heads: range | None) -> None:
    for link in links(trace, heads=heads):
        if link.operand in reached:
            link.downstream(reached[link.operand], _grid(trace, reached, link.result))


def _start(trace: Trace, cell: Cell) -> tuple[Node, dict[Node, Bools]]:
    node = node_of(trace, cell.name, cell.head)
    reached: dict[Node, Bools] = {}
    _grid(trace, reached, node)[cell.row, cell.column] = True
    return node, reached


def _grid(trace: Trace, reached: dict[Node, Bools], node: Node) -> Bools:
    """The marked cells of one node, none at first."""
    if node not in reached:
        reached[node] = np.zeros(shape_of(trace, node[0]), dtype=np.bool_)
    return reached[node]


def _regions(trace: Trace, reached: _Found) -> tuple[Region, ...]:
    order = (
        *(name for name, _ in trace.scenario.inputs.items() if name not in trace.stages),
        "alibi",
        "bias",
        *trace.stages,
    )
    nodes = sorted(reached, key=lambda node: (order.index(node[0]), node[1] or 0))
    return tuple(
        Region(name, query_head, rows, columns)
        for name, head in nodes
        for query_head in _query_heads(trace, name, head)
        for rows, columns in reached[name, head]
    )


def _query_heads(trace: Trace, name: str, head: int | None) -> tuple[int | None, ...]:
    if head is None or name not in ("keys", "values", "rotated_keys"):
        return (head,)
    group = trace.sizes.heads // trace.sizes.kv_heads
    return tuple(range(head * group, (head + 1) * group))


def _rectangles(cells: Bools) -> Iterator[_Rectangle]:
    """Rectangles (rows, columns) that together cover exactly the marked cells, from top to bottom."""
    marked_rows, marked_columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    if marked_rows.size == 0:
        return
    top, bottom = int(marked_rows[0]), int(marked_rows[-1]) + 1
    left, right = int(marked_columns[0]), int(marked_columns[-1]) + 1
    if np.count_nonzero(cells) == (bottom - top) * (right - left):  # nearly always, and ten times faster
        yield (top, bottom), (left, right)
        return
    changes = np.flatnonzero((cells[1:] != cells[:-1]).any(axis=1)) + 1
    edges = [0, *changes.tolist(), cells.shape[0]]
    for first, last in pairwise(edges):
        marked = np.concatenate([[False], cells[first], [False]])
        ends = np.flatnonzero(marked[1:] != marked[:-1]).tolist()
        for start, stop in zip(ends[::2], ends[1::2], strict=True):
            yield (first, last), (start, stop)
