"""The picture of the matrix that is never whole: which scores are computed now, were, will be, and never are."""

from __future__ import annotations

import numpy as np

from attnviz.labs.exhibits import DONE, LATER, NEVER, NOW, Sweep
from attnviz.labs.tiled.passing import Found
from attnviz.labs.tiled.visits import Plan
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, TILED, WINDOW

_MOST_CELLS = 128  # of the picture in a row or a column; beyond, each stands for several
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
    labelled = whole and max(T, S) <= _MOST_NUMBERS
    values = None
    if labelled:
        values = np.full((T, S), np.nan)
        values[slice(*now.rows), slice(*now.keys)] = found.moment.scores
    return Sweep(
        "matrix",
        _title(way),
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
        kept=("queries in use", "keys and values in use" if way in (TILED, CAUSAL) else "keys and values in memory"),
        parameter="" if way == FULL else "step",
        steps=steps,
    )


def _title(way: str) -> str:
    return "Scores, all of them stored" if way == FULL else "The matrix that is never stored"


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
