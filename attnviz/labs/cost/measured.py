"""What was measured, as exhibits: times over T beside the line of T², and what is counted for the same lengths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from typing import Literal

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.labs.cost.machine import machine_words
from attnviz.labs.cost.timing import WAYS, Asked, Timing
from attnviz.labs.exhibits import Axis, Plot, Series, Table
from attnviz.labs.protocol import Cut, Fact, Result
from attnviz.labs.traffic import CAUSAL, FULL, TILED, WINDOW, Extent, Traffic, traffic

_Shape = Literal["disc", "square", "diamond", "ring"]
_MARKS: dict[str, _Shape] = {FULL: "disc", TILED: "square", CAUSAL: "diamond", WINDOW: "ring"}
_UNEVEN = 1.8  # times the fastest round, from which medians of so few tell little


def measured_result(asked: Asked, found: Timing, counts: Mapping[str, float | Array]) -> Result:
    """The plot of times, the same as a table with its spread, and the counts for the same lengths."""
    counted = _counted(asked)
    kept = slice(0, len(WAYS) + 1)
    few = replace(counted, columns=counted.columns[kept], rows=tuple(row[kept] for row in counted.rows), units=())
    plot, spread = _times(asked, found), _spread(asked, found)
    medians = replace(spread, rows=tuple((T, *(_median(each) for each in row)) for T, *row in spread.rows),
                      subtitle=f"ms: {_rounds(asked, found, 'medians of')}; {machine_words()}")  # fmt: skip
    bands = (("time",), ("measured",), ("counted",))
    numbers, facts = {**counts, **measured_numbers(asked, found)}, measured_facts(asked, found)
    return Result((plot, spread, counted), numbers, facts, bands=bands, cuts=(Cut((plot, medians, few), (), bands),))


def measured_numbers(asked: Asked, found: Timing) -> dict[str, float | Array]:
    """What was measured and what is counted, a row for each length and a column for each way."""
    own = [[_count(asked, T, way) for way in WAYS] for T in asked.lengths]
    return {
        "measured_lengths": found.lengths,
        "seconds": found.seconds,
        "least_seconds": found.low,
        "most_seconds": found.high,
        "predicted_seconds": found.predicted,
        "scores_measured": np.array([[float(one.scores_computed) for one in row] for row in own]),
    }


def measured_facts(asked: Asked, found: Timing) -> tuple[Fact, ...]:
    """What the longest length says, if its rounds agree, and which machine it was."""
    machine = Fact(f"Measured on {machine_words()}; one head, {asked.dtype}, d_k {asked.width}.", "origin")
    full, tiled, causal, window = (found.seconds[:, WAYS.index(way)] for way in (FULL, TILED, CAUSAL, WINDOW))
    if not np.isfinite(tiled[-1]):
        return (Fact("The longest texts are still to come."), machine)
    uneven = float(np.nanmax(found.high[-1] / found.low[-1]))
    T = asked.lengths[-1]
    if uneven >= _UNEVEN:
        words = f"This machine was busy: at T = {T} the slowest round took {uneven:.1f} times as long as the fastest. "
        return Fact(f"{words}Measure again.", "symptom"), machine
    facts = []
    if len(full) > 1 and isfinite(full[-1]):
        growth = (found.lengths[-1] / found.lengths[-2]) ** 2
        facts.append(
            Fact(f"The last step takes the full way {full[-1] / full[-2]:.1f} times as long; T² says {growth:.1f}.")
        )
    shares = _count(asked, T, CAUSAL).scores_computed / _count(asked, T, TILED).scores_computed
    facts.append(
        Fact(
            f"At T = {T} causal tiles take {_percent(causal[-1] / tiled[-1])} of the time of all for "
            f"{_percent(shares)} of the scores, the window {_percent(window[-1] / tiled[-1])}."
        )
    )
    return *facts, machine


def names_of(asked: Asked) -> dict[str, str]:
    """What each way is called."""
    return {
        FULL: "full",
        TILED: "in tiles",
        CAUSAL: "causal tiles",
        WINDOW: f"window of {asked.window}",
    }


def _times(asked: Asked, found: Timing) -> Plot:
    names = names_of(asked)
    lines = []
    for place, way in enumerate(WAYS):
        known = np.isfinite(found.seconds[:, place])
        if not known.any():
            continue
        y, low, high = (1000 * table[known, place] for table in (found.seconds, found.low, found.high))
        last = f"{_short(float(y[-1]))} ms"
        lines.append(
            Series(names[way], found.lengths[known], y, f"line {place + 1}", dashed=way != FULL, low=low, high=high,
                   mark=_MARKS[way], at_end=last)
        )  # fmt: skip
    line = Series("∝ T²", found.lengths, 1000 * found.predicted, "", mark="none")
    least = float(np.nanmin(found.low)) if np.isfinite(found.low).any() else 1e-4
    return Plot(
        "time",
        "Milliseconds for one head on this machine",
        Axis(
            "T",
            log=True,
            low=0.9 * asked.lengths[0],
            high=1.1 * asked.lengths[-1],
            ticks=tuple(map(float, asked.lengths)),
        ),
        Axis("ms", log=True, low=700 * least),
        (line, *lines),
        subtitle=f"{_rounds(asked, found, 'median, least to most, of')}; thin: ∝ T²",
        large=True,
    )


def _spread(asked: Asked, found: Timing) -> Table:
    """Medians in milliseconds with the least and most."""
    names = names_of(asked)
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (float(T), *(_span(asked, found, row, place) for place in range(len(WAYS))))
        for row, T in enumerate(asked.lengths)
    )
    columns = ("T", *(names[way] for way in WAYS))
    words = f"ms: {_rounds(asked, found, 'median (least to most) of')}; {machine_words()}"
    return Table("measured", "Measured", columns, rows, words)


def _span(asked: Asked, found: Timing, row: int, way: int) -> str:
    middle, low, high = (1000 * float(table[row, way]) for table in (found.seconds, found.low, found.high))
    if isfinite(middle):
        if found.rounds == 1:  # no spread is known yet
            return _short(middle)
        return f"{_short(middle)} ({_short(low)}–{_short(high)})"
    return "too large to keep" if WAYS[way] == FULL and asked.is_too_large(row) else "to come"


def _rounds(asked: Asked, found: Timing, what: str) -> str:
    """What is shown of how many rounds: less is promised while some are to come."""
    if found.rounds < asked.rounds:
        return f"{found.rounds} of {asked.rounds} rounds so far"
    return f"{what} {asked.rounds} rounds"


def _median(span: str | float) -> str:
    """The median of a cell with the least and most."""
    return str(span).partition(" (")[0]


def _short(value: float) -> str:
    """Three digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _counted(asked: Asked) -> Table:
    """Multiplications and bytes kept, for the same lengths."""
    rows: list[tuple[str | float, ...]] = []
    each = np.dtype(asked.dtype).itemsize
    for T in asked.lengths:
        own = {way: _count(asked, T, way) for way in WAYS}
        products = (float(own[way].scores_computed * 2 * asked.width) for way in WAYS)
        rows.append((float(T), *products, float(T * T * each), float(own[TILED].output * each)))
    names = names_of(asked)
    columns = ("T", names[FULL], *(names[way] for way in WAYS[1:]), "weights kept", "output")
    subtitle = "multiplications of each way; only the full one keeps weights"
    units = (*("" for _ in columns[:-2]), "bytes", "bytes")
    return Table("counted", "Counted", columns, tuple(rows), subtitle, units=units)


def _count(asked: Asked, T: int, way: str) -> Traffic:
    """The counts of a way of which no score is computed in vain: blocks of rows compute a few more."""
    each = np.dtype(asked.dtype).itemsize
    return traffic(way, Extent(T, T, asked.width, asked.width, (1, 1), asked.window, each))


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"
