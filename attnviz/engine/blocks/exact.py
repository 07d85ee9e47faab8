"""The scores of a block stage by stage, each checked and rounded as a small trace does it.

It is taken where numbers could leave their format, which must be told by stage and place, and for pencil precision.
"""

from __future__ import annotations

import threading

import numpy as np

from attnviz.engine.arrays import Array, Bools, refuse_overflow
from attnviz.engine.blocks.chain import ORDER, Chain
from attnviz.engine.blocks.distance import Penalties
from attnviz.engine.blocks.visible import Visible
from attnviz.engine.errors import AttentionError
from attnviz.engine.pencil import rounded
from attnviz.engine.softmax import cap


class Exact:
    """One head's scores up to a stage, block by block, always over all the keys.

    Faults are kept until all blocks are seen: a fault of an earlier stage is told before one of a later stage, wherever
    their rows lie.
    """

    def __init__(self, chain: Chain, upto: str, head: int | None) -> None:
        self.visible = Visible(chain.mask, *chain.shape)
        self._chain = chain
        self._used = ORDER[: ORDER.index(upto) + 1]
        self._head = head
        self._lock = threading.Lock()
        self._faults: list[tuple[int, int, AttentionError]] = []
        self._penalties = None if chain.slope is None else Penalties(chain.slope, *chain.shape, chain.queries.dtype)

    def scores(self, rows: slice, out: Array) -> Array:
        """Everything for these queries, up to the mask if that is asked for, into `out`; zeros where it fails."""
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                out[...] = self._scores(rows)
        except AttentionError as error:
            out[...] = 0
            with self._lock:
                self._faults.append((ORDER.index(error.where.name), error.where.row or 0, error))
        if "masked" in self._used:
            self.visible.hide(out, rows, slice(0, self._chain.shape[1]))
        return out

    def end(self) -> None:
        """Raises the first fault, if there was one."""
        if self._faults:
            raise min(self._faults, key=lambda fault: fault[:2])[2]

    def _scores(self, rows: slice) -> Array:
        chain, used, number = self._chain, self._used, self._chain.queries.dtype.type
        scores = self._checked(chain.queries[rows] @ chain.keys.T, "scores", rows)
        if chain.factor != 1.0 and "scaled" in used:
            scores = self._checked(scores * number(chain.factor), "scaled", rows)
        if chain.softcap is not None and "capped" in used:
            scores = self._checked(cap(scores, chain.softcap), "capped", rows)
        hidden: Bools | None = None
        if "biased" in used and (self._penalties is not None or chain.bias is not None):
            if self._penalties is not None:
                scores = scores + self._penalties.of(rows, slice(0, chain.shape[1]))
            if chain.bias is not None:
                hidden = np.isneginf(chain.bias[rows])
                scores = scores + chain.bias[rows]
            scores = self._checked(scores, "biased", rows, hidden)
        if chain.temperature != 1.0 and "tempered" in used:
            scores = self._checked(scores / number(chain.temperature), "tempered", rows, hidden)
        return scores

    def _checked(self, scores: Array, name: str, rows: slice, hidden: Bools | None = None) -> Array:
        refuse_overflow(scores, name, hidden=hidden, head=self._head, first_row=rows.start)
        return scores if self._chain.decimals is None else rounded(scores, self._chain.decimals)
