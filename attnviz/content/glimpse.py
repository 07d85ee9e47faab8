"""A table of which only a few rows are looked at: of a large stage no others are computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attnviz.content.tables import Table, labels_of, stage_table
from attnviz.engine.arrays import Array
from attnviz.engine.tracing import Trace


@dataclass(frozen=True, eq=False)
class Glimpse:
    """One head's stage with its labels, as a Table; its numbers come row by row, the same bit for bit."""

    trace: Trace
    stage: str
    own_head: int | None
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    note: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the whole."""
        return self.trace.shape(self.stage)

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> Array:
        """The numbers in those rows and columns. Raises HiddenRow and Overflow for these rows as the trace does."""
        own: Array = np.stack([self.trace.row(self.stage, row, self.own_head) for row in rows])
        return own[:, list(columns)]


def places_shown(count: int, most: int, last: int = 2) -> list[int]:
    """The places of so many rows or columns: all, or of what there is room for the first ones and the last few."""
    return [*range(count)] if count <= most else [*range(most - last), *range(count - last, count)]


def glimpse_of(trace: Trace, name: str, head: int | None) -> Table | Glimpse:
    """The table of a stage or input, or the glimpse of one that is better not computed as a whole.

    Raises HiddenRow and Overflow where the numbers of its first row cannot be had.
    """
    if not trace.large or name not in trace.stages:
        return stage_table(trace, name, head)
    trace.row(name, 0, head)
    rows, columns = labels_of(trace, name)
    note = "e^(s − row maximum)" if name == "exponentials" and trace.shifted(head or 0) else ""
    return Glimpse(trace, name, head, rows, columns, note)
