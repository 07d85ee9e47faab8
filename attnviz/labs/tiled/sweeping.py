"""The picture of the matrix that is never whole: which scores are computed now, were, will be, and never are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.engine.arrays import Bools
from attnviz.labs.exhibits import DONE, LATER, NEVER, NOW, Sweep
from attnviz.labs.tiled.passing import Found
from attnviz.labs.tiled.program import Allowed
from attnviz.labs.tiled.telling import scores_title
from attnviz.labs.tiled.visits import Plan
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, TILED, WINDOW

_MOST_CELLS = 128  # of the picture in a row or a column; beyond, each stands for several
NEVER_STORED = "The matrix that is never stored"
IN_USE = "keys and values in use"
_MOST_NUMBERS = 24  # rows or columns of a picture in which numbers are written


def sweep(found: Found) -> Sweep:
    """The picture at the present step, with the scores that are computed in it where there is room for numbers."""
    scenario, way, plan, step = found.scenario, found.way, found.plan, found.step
    T, S = scenario.sizes.T, scenario.sizes.S
    now = found.visit
    each = (-(-T // _MOST_CELLS), -(-S // _MOST_CELLS))
    shape = (-(-T // each[0]), -(-S // each[1]))
    states, steps = np.full(shape, NEVER, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for number, visit in enumerate(plan.visits):
        own = slice(*_over(visit.rows, each[0])), slice(*_over(visit.keys, each[1]))
        state = DONE if number < step else LATER if number > step else NOW
        # A cell that stands for several shows the most present of them, and is never taken for one that is not seen.
        states[own] = np.maximum(states[own], state)
        steps[own] = np.maximum(steps[own], number + 1)
    whole = each == (1, 1)
    values = None
    if has_numbers(found):
        values = np.full((T, S), np.nan)
        values[slice(*now.rows), slice(*now.keys)] = found.moment.scores
    return Sweep(
        "matrix",
        _title(found),
        states,
        _words(way, plan),
        scenario.query_labels if whole else (),
        scenario.key_labels if whole else (),
        role="weights",
        subtitle=_subtitle(found, each),
        each=each,
        values=values,
        row_edges=_edges({visit.rows[0] for visit in plan.visits}, each[0], _MOST_CELLS),
        column_edges=_edges({visit.keys[0] for visit in plan.visits}, each[1], _MOST_CELLS) if way != WINDOW else (),
        kept_rows=_over(now.rows, each[0]),
        kept_columns=_over(now.keys, each[1]),
        kept=("queries in use", IN_USE if way in (TILED, CAUSAL) else "keys and values in memory"),
        parameter="" if way == FULL else "step",
        steps=steps,
        hidden=_hidden(found, each, shape),
        alone=way == FULL,
    )


def in_brief(picture: Sweep, *, heart: bool, values: bool = False) -> Sweep:
    """The picture in fewer words, for a page with little room; heart: for one with hardly any.

    values: for one on which V of the tile stands below it, in the place of words.
    """
    title = "Never stored" if picture.title == NEVER_STORED else picture.title
    never, later, done, now = picture.words
    tiles = picture.kept[1] == IN_USE and not heart
    kept = ("its queries", "its keys, values") if tiles else ("", "")
    words = ("", "", "", "") if heart else (never.partition(":")[0], later, done, now)
    if values:
        kept = ("queries", "keys") if tiles else kept
        words = (words[0], "", done.partition(",")[0], now)
    return replace(picture, title=title, subtitle=picture.subtitle.partition(": ")[2], kept=kept, words=words)


def has_numbers(found: Found) -> bool:
    """True if the matrix is so small that the picture holds the scores themselves."""
    return max(found.scenario.sizes.T, found.scenario.sizes.S) <= _MOST_NUMBERS


def _title(found: Found) -> str:
    """What the matrix is: stored whole on the full way, and also where one tile is all of it."""
    size, visits = found.scenario.sizes, found.plan.visits
    if visits[0].scores == size.T * size.S:
        return f"{scores_title(found)}, all of them stored"
    return NEVER_STORED


def _hidden(found: Found, each: tuple[int, int], shape: tuple[int, int]) -> Bools | None:
    """Cells of the picture in which the mask hides every score; None where it hides nothing."""
    mask, size = found.scenario.mask, found.scenario.sizes
    if mask.hides_nothing:
        return None
    allowed, hidden = Allowed(mask, size.T, size.S), np.ones(shape, dtype=np.bool_)
    starts = np.arange(0, size.S, each[1])
    for row in range(shape[0]):
        block = allowed[slice(row * each[0], min((row + 1) * each[0], size.T)), slice(0, size.S)]
        hidden[row] = ~np.logical_or.reduceat(block.any(axis=0), starts)
    return hidden if hidden.any() else None


def _words(way: str, plan: Plan) -> tuple[str, str, str, str]:
    """What never, later, done and now mean."""
    if way == FULL:
        return ("", "", "", "in memory, all at once")
    if way == CACHE:
        return (
            "never: later keys",
            "still to come",
            "earlier steps, not kept",
            "this step: one row",
        )
    if way == WINDOW:
        return ("never: outside the window", "still to come", "done, not kept", "this query")
    never = "skipped: no visible key" if plan.skipped else ""
    return (never, "still to come", "done, not kept", "this tile")


def _subtitle(found: Found, each: tuple[int, int]) -> str:
    """The size of the matrix; where it has tiles, how many of which size; else what a cell of the picture is."""
    size, visits = found.scenario.sizes, found.plan.visits
    words = f"{size.T} × {size.S}"
    if found.way in (TILED, CAUSAL):
        high, wide = visits[0].rows[1], visits[0].keys[1]
        down, across = -(-size.T // high), -(-size.S // wide)
        even = "" if size.T % high == 0 and size.S % wide == 0 else " at most"
        return f"{words}: {down} × {across} tiles of {high} × {wide}{even}"
    return words if each == (1, 1) else f"{words}, each point stands for {each[0]} × {each[1]}"


def _edges(starts: set[int], each: int, most: int) -> tuple[int, ...]:
    """Where pieces begin, in cells of the picture; none where there would be a line at almost every cell."""
    found = sorted({start // each for start in starts})
    return tuple(found) if len(found) <= most // 2 else ()


def _over(span: tuple[int, int], each: int) -> tuple[int, int]:
    return span[0] // each, -(-span[1] // each)
