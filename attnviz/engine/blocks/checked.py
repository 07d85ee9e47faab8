"""The stages of a head whose numbers may leave their format, or are rounded as with a pencil: exact before fast."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.blocks.chain import Chain
from attnviz.engine.blocks.exact import Exact
from attnviz.engine.blocks.folded import Folded
from attnviz.engine.pencil import rounded
from attnviz.engine.pool import Report, each, portion
from attnviz.engine.softmax import EXPONENT_LIMIT, hidden_row, shares


def fill_exactly(
    chain: Chain, name: str, out: Array, blocks: list[slice], report: Report | None, head: int | None
) -> None:
    """The stage in `out`; first all scores, for a fault of any row comes before a later stage of another."""
    later = name in ("exponentials", "weights")
    exact = Exact(chain, "masked" if later else name, head)
    scoring = portion(report, 0, 0.5) if later else report
    each([partial(_score, exact, rows, out) for rows in blocks], scoring, light=chain.light)
    exact.end()
    if not later:
        return
    tops = out.max(axis=1, keepdims=True)
    refuse_hidden_row(tops)
    shift = is_shifted(tops, chain.decimals)
    each(
        [partial(_finish, chain, name, shift, rows, out) for rows in blocks], portion(report, 0.5, 1), light=chain.light
    )


def tops_of(
    chain: Chain, fast: Folded | None, blocks: list[slice], head: int | None = None, report: Report | None = None
) -> Array:
    """(T, 1): the largest finished score of each query, −∞ where it sees no key. Raises Overflow."""
    tops = np.full((chain.shape[0], 1), -np.inf, chain.queries.dtype)
    exact = Exact(chain, "masked", head) if fast is None else None

    def look(rows: slice) -> None:
        if fast is None:
            assert exact is not None
            scores = exact.scores(rows, np.empty((rows.stop - rows.start, chain.shape[1]), tops.dtype))
        else:
            columns = fast.visible.span(rows)
            shape = rows.stop - rows.start, columns.stop - columns.start
            scores = fast.masked(rows, columns, np.empty(shape, tops.dtype))
        tops[rows] = scores.max(axis=1, keepdims=True, initial=-np.inf)

    each([partial(look, rows) for rows in blocks], report, light=chain.light)
    if exact is not None:
        exact.end()
    return tops


def refuse_hidden_row(tops: Array, first: int = 0) -> None:
    """Raises HiddenRow for the first query whose largest score is −∞. first: the row that the tops begin with."""
    hidden = np.isneginf(tops)
    if hidden.any():
        raise hidden_row(first + int(np.argmax(hidden)))


def is_shifted(tops: Array, decimals: int | None) -> bool:
    """True if a head with these row maxima has exponentials e^(s − row maximum) and not plain e^s.

    So it is where a row's maximum lies beyond ±80, and where pencil precision would round a whole row to 0.
    """
    seen = tops[~np.isneginf(tops)]
    if (np.abs(seen) > EXPONENT_LIMIT).any():
        return True
    return decimals is not None and bool((rounded(np.exp(seen), decimals) == 0).any())


def finished(chain: Chain, name: str, shift: bool, masked: Array) -> Array:
    """The exponentials or weights of some rows, from their finished scores."""
    with np.errstate(over="ignore", invalid="ignore"):
        result: Array = np.exp(masked - masked.max(axis=1, keepdims=True) if shift else masked)
        result = result if chain.decimals is None else rounded(result, chain.decimals)
        if name == "weights":
            result = shares(result, masked, chain.decimals)
            result = result if chain.decimals is None else rounded(result, chain.decimals)
    return result


def _score(exact: Exact, rows: slice, out: Array) -> None:
    exact.scores(rows, out[rows])


def _finish(chain: Chain, name: str, shift: bool, rows: slice, out: Array) -> None:
    out[rows] = finished(chain, name, shift, out[rows])
