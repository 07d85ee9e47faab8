"""What of a scenario is to be written out: inputs and stages by name, and of which heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from attnviz.content.stage_formulas import added_to_scores
from attnviz.content.tables import Table, has_heads, shared_head, stage_table
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import NoSuchStage, Where
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

Part = tuple[tuple[int, int], tuple[int, int]]  # (first row, end), (first column, end)


@dataclass(frozen=True, eq=False)
class Extract:
    """Inputs and stages of one trace in reading order, and the query heads they are taken of, counted from 0.

    part: rows and columns of matrices of queries and keys, as half-open ranges; None is all of them.
    """

    trace: Trace
    names: tuple[str, ...]
    heads: tuple[int, ...]
    part: Part | None = None

    @property
    def is_whole(self) -> bool:
        """True if it is all of the scenario, every input and stage of every head."""
        return self.part is None and self.names == names_of(self.trace) and len(self.heads) == self.trace.sizes.heads

    def heads_of(self, name: str) -> tuple[int | None, ...]:
        """The query heads under which the matrices of that name are found, each matrix once; None without heads."""
        if not has_heads(self.trace, name):
            return (None,)
        return tuple({slot_of(self.trace, name, head): head for head in reversed(self.heads)}.values())[::-1]

    @property
    def count(self) -> int:
        """How many matrices it is."""
        return sum(len(self.heads_of(name)) for name in self.names)

    @property
    def shares(self) -> bool:
        """True if any of them is of keys or values that query heads share."""
        return any(self.whose(name, head)[1] is not None for name in self.names for head in self.heads_of(name))

    def tables(self) -> tuple[Table, ...]:
        """A table for each matrix. Of all heads, keys and values that are shared are listed by key/value head.

        Raises HiddenRow and Overflow as the trace does.
        """
        return tuple(self.each())

    def each(self) -> Iterator[Table]:
        """The same one after another; of a large trace none is kept for longer than it is looked at."""
        return (self.table(name, head) for name in self.names for head in self.heads_of(name))

    def table(self, name: str, head: int | None) -> Table:
        """The table of one matrix."""
        table = replace(stage_table(self.trace, name, head), head=self.whose(name, head)[0])
        if self.part is None or not self._has_pairs(name):
            return table
        (top, bottom), (left, right) = self.part
        values = np.ascontiguousarray(table.values[top:bottom, left:right])
        return replace(table, rows=table.rows[top:bottom], columns=table.columns[left:right], values=values)

    def shape(self, name: str) -> tuple[int, int]:
        """Rows and columns of each matrix of that name, as far as they are taken."""
        rows, columns = shape_of(self.trace, name)
        if self.part is None or not self._has_pairs(name):
            return rows, columns
        down, across = self.part
        return len(range(rows)[slice(*down)]), len(range(columns)[slice(*across)])

    def _has_pairs(self, name: str) -> bool:
        """True if its rows are queries and its columns keys."""
        return has_pairs(self.trace, name)

    def whose(self, name: str, head: int | None) -> tuple[int | None, int | None]:
        """The numbers of the query head and of the key/value head, from 1, that stand beside one matrix."""
        kv_head = shared_head(self.trace, name, head)
        listed = kv_head is not None and len(self.heads) > 1
        own = None if listed or not has_heads(self.trace, name) else (head or 0) + 1
        return own, kv_head


def has_pairs(trace: Trace, name: str) -> bool:
    """True if a stage or input has a number for each pair of query and key."""
    if name in ("bias", "alibi", "weights"):
        return True
    return name in trace.stages and BY_NAME[name].axes == ("queries", "keys")


def extract(trace: Trace, names: Sequence[str] = (), head: int | None = None, part: Part | None = None) -> Extract:
    """Those inputs and stages, all where none is named; of one head, counted from 0, or of all.

    Raises NoSuchStage for a name or a head that is not there, and for a head of what has none.
    """
    known = names_of(trace)
    for name in names:
        if name not in known:
            raise NoSuchStage(f"This scenario has no stage {name!r}. Choose from: {', '.join(known)}.", Where(name))
    if head is not None and not 0 <= head < trace.sizes.heads:
        raise NoSuchStage(f"There is no head {head + 1}. Choose one from 1 to {trace.sizes.heads}.", Where("head"))
    if head is not None and names and not any(has_heads(trace, name) for name in names):
        raise NoSuchStage(f"{names[0]} is not of one head. Leave the head out.", Where("head"))
    heads = tuple(range(trace.sizes.heads)) if head is None else (head,)
    return Extract(trace, tuple(name for name in known if not names or name in names), heads, part)


def names_of(trace: Trace) -> tuple[str, ...]:
    """Every input and stage of the scenario, inputs first, in reading order."""
    scenario = trace.scenario
    inputs = tuple(name for name, _ in scenario.inputs.items() if name not in trace.stages)
    return (*inputs, *added_to_scores(trace), *trace.stages)


def slot_of(trace: Trace, name: str, head: int | None) -> int | None:
    """The number of the matrix among those of its name: the head, or the key/value head for keys and values."""
    if head is None or not has_heads(trace, name):
        return None
    return trace.slot(name, head) if name in trace.stages else head
