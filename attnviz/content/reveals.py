"""How far the numbers of a walk have been shown, and which of them are still to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attnviz.engine.cells import Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace


@dataclass(frozen=True)
class Reveal:
    """How far the numbers have been shown: all stages before `stage`, and of that one so much.

    row: rows up to this one; None for all. column: in that last row, cells up to this one; None for all. only: this
    query's row alone, in every stage with a row a query; the others are not shown yet.
    """

    stage: str
    row: int | None = None
    column: int | None = None
    only: int | None = None


def unseen_at(reveal: Reveal | None, trace: Trace, head: int) -> tuple[Region, ...]:
    """The cells that have not been shown yet."""
    if reveal is None:
        return ()
    found: list[Region] = []
    given = {name for name, _ in trace.scenario.given()}  # weights from elsewhere stand there from the start
    reached = trace.stages.index(reveal.stage) if reveal.stage in trace.stages else -1
    for place, name in enumerate(trace.stages):
        if name in given:
            continue
        own = head if BY_NAME[name].per_head else None
        rows, columns = shape_of(trace, name)
        if place > reached:
            found.append(Region(name, own, (0, rows), (0, columns)))
            continue
        found.extend(_unseen_rows(reveal, name, own, (rows, columns), last=place == reached))
    return tuple(found)


def _unseen_rows(
    reveal: Reveal, name: str, head: int | None, shape: tuple[int, int], *, last: bool
) -> Iterator[Region]:
    rows, columns = shape
    first, stop = 0, rows
    if reveal.only is not None and BY_NAME[name].axes[0] == "queries" and name != "queries":
        first, stop = min(reveal.only, rows - 1), min(reveal.only, rows - 1) + 1
    if last and reveal.row is not None:
        stop = min(stop, reveal.row + 1)
    if first > 0:
        yield Region(name, head, (0, first), (0, columns))
    if stop < rows:
        yield Region(name, head, (stop, rows), (0, columns))
    if last and reveal.column is not None and reveal.column + 1 < columns and stop > first:
        yield Region(name, head, (stop - 1, stop), (reveal.column + 1, columns))
