"""Rows of X in another order: the outputs follow, unless a causal mask tells positions apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.labs.circuits.head import projected, reordered, without_order

Order = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Reordering:
    """order: which old row stands where. X (T, d_model); outputs and permuted_outputs (T, d_out): before and after.

    gap: how far the new outputs are at most from the old ones in the new order.
    """

    order: Order
    X: Array
    outputs: Array
    permuted_outputs: Array
    gap: float
    labels: tuple[str, ...]
    permuted_labels: tuple[str, ...]

    @property
    def expected(self) -> Array:
        """The old outputs in the new order."""
        expected: Array = self.outputs[self.order]
        return expected


def order_of(kind: str, count: int, seed: int) -> Order:
    """The order of so many rows: the first two swapped, reversed, or shuffled by the seed."""
    rows: Order = np.arange(count, dtype=np.intp)
    if kind == "swap":
        rows[:2] = rows[:2][::-1].copy()
        return rows
    if kind == "reverse":
        return rows[::-1].copy()
    return np.random.default_rng(seed).permutation(rows)


def reordering(scenario: Scenario, order: Order, *, causal: bool) -> Reordering:
    """The outputs before and after the rows of X change places, without mask or with a causal one."""
    before = without_order(scenario, causal=causal)
    after = reordered(before, order)
    outputs, permuted = trace(before).output, trace(after).output
    gap = float(np.abs(permuted - outputs[order]).max())
    labels = before.query_labels
    return Reordering(order, projected(before).X, outputs, permuted, gap, labels, tuple(labels[row] for row in order))
