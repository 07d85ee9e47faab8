"""Any stage from the scores to the weights as one T×S matrix, filled block by block and in place."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.blocks.chain import ORDER, Chain, row_blocks
from attnviz.engine.blocks.checked import fill_exactly, is_shifted, tops_of
from attnviz.engine.blocks.folded import Folded, folded
from attnviz.engine.blocks.weights import fill_masked, fill_weights
from attnviz.engine.pool import Report, each, portion
from attnviz.engine.softmax import EXPONENT_LIMIT, hidden_row


def stage_of(
    chain: Chain,
    name: str,
    *,
    out: Array | None = None,
    report: Report | None = None,
    head: int | None = None,
    rows: int | None = None,
) -> Array:
    """(T, S): one stage of a head, a name of ORDER, in `out` if that is given.

    report: is told between blocks which part is done; raises Stopped if it comes back False. head: as Overflow names
    it. rows: of a block. Raises Overflow with stage, row and column, and HiddenRow with the row, as a small trace does.
    """
    result = np.empty(chain.shape, chain.queries.dtype) if out is None else out
    blocks = row_blocks(*chain.shape, rows)
    upto = name if ORDER.index(name) < ORDER.index("masked") else "masked"
    fast = folded(chain, upto)
    if fast is None:
        fill_exactly(chain, name, result, blocks, report, head)
    elif upto != "masked":
        whole = slice(0, chain.shape[1])
        each([partial(fast.scores, block, whole, result[block]) for block in blocks], report, light=chain.light)
    elif name == "masked":
        each([partial(fill_masked, fast, block, result) for block in blocks], report, light=chain.light)
    elif name == "exponentials":
        _fill_exponentials(fast, result, blocks, report, light=chain.light)
    else:
        each([partial(fill_weights, fast, block, result) for block in blocks], report, light=chain.light)
    return result


def shifted(chain: Chain, *, rows: int | None = None) -> bool:
    """True if this head's exponentials are e^(s − row maximum) and not plain e^s; no score is kept.

    Raises Overflow as `stage_of` does.
    """
    fast = folded(chain, "masked")
    if fast is not None and fast.bound <= EXPONENT_LIMIT:
        return False
    return is_shifted(tops_of(chain, fast, row_blocks(*chain.shape, rows)), chain.decimals)


def _fill_exponentials(fast: Folded, out: Array, blocks: list[slice], report: Report | None, *, light: bool) -> None:
    tops = np.zeros((len(out), 1), out.dtype)
    plain = fast.bound <= EXPONENT_LIMIT

    def score(rows: slice) -> None:
        seen = fill_masked(fast, rows, out)
        tops[rows] = seen.max(axis=1, keepdims=True, initial=-np.inf)
        if plain:
            np.exp(out[rows], out=out[rows])

    def finish(rows: slice) -> None:
        seen = out[rows, fast.visible.span(rows)]
        if shift:
            seen -= tops[rows]
        np.exp(out[rows], out=out[rows])

    each([partial(score, rows) for rows in blocks], report if plain else portion(report, 0, 0.7), light=light)
    hidden = np.isneginf(tops)
    if hidden.any():
        raise hidden_row(int(np.argmax(hidden)))
    if not plain:
        shift = is_shifted(tops, None)
        each([partial(finish, rows) for rows in blocks], portion(report, 0.7, 1), light=light)
