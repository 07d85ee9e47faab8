"""Masks: hidden before softmax against after it, and −∞ against a finite fill; what each does to the sums of rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.mask import Alignment, Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.softmax import softmax
from attnviz.engine.tracing import trace
from attnviz.labs.exhibits import Axis, Exhibit, Matrix, Plot, Series, Side
from attnviz.labs.given import head_of, held_whole, scenario_or_example, visible, with_scores
from attnviz.labs.introductions import Introduced
from attnviz.labs.marked_cells import cells_of
from attnviz.labs.parameters import (
    Choice,
    Grid,
    Option,
    Parameter,
    Switch,
    Values,
    Whole,
    choice,
    switch,
    table,
    whole,
)  # fmt: skip
from attnviz.labs.protocol import Fact, Progress, Result

_MOST_TO_PAINT = 24  # queries or keys of a mask that can still be painted cell by cell
_FILLS = {"-1e9": -1e9, "0": 0.0}
_MOST_MIXED = 8  # rows and keys of weights whose outputs are shown too
_NEAR = 1e-6  # a row sums to 1 within this, also in float32


class Masks(Introduced):
    """Unit 7: why blocked scores become −∞ before softmax."""

    name = "masks"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """Head, masks, window and fill; they begin as the scenario's mask, causal if it has none."""
        given = scenario_or_example(scenario)
        size, mask = given.sizes, given.mask
        alignments = (
            Option("top_left", "Top left", "Key j is visible to query i if j ≤ i."),
            Option("bottom_right", "Bottom right", "Key j is visible to query i if j ≤ i + S − T."),
        )
        fills = (
            Option("-1e9", "−1e9", "Finite, so that a row without any visible key becomes an even row in silence."),
            Option("0", "0", "A hidden key keeps e⁰ = 1, more than a visible key with a score below 0."),
        )
        parameters: list[Parameter] = [
            head_of(given),
            Switch("causal", "Causal", mask.causal or mask.hides_nothing, "No query sees a later key."),
            Choice("alignment", "Causal from", mask.alignment, alignments),
            Switch("window", "Sliding window", mask.window is not None, "No query sees a key that is too far away."),
            Whole("left", "Keys before", _side(mask.window, 0, size.S), 0, _most(size.S)),
            Whole("right", "Keys after", _side(mask.window, 1, size.S), 0, _most(size.S)),
            Choice("fill", "Finite fill", "0", fills),
        ]
        if size.S <= _MOST_TO_PAINT:
            shown = np.ones((1, size.S))
            shown[0, list(mask.padding)] = 0.0
            parameters.append(Grid("keys", "Keys (0 = padding)", shown, (), given.key_labels, "keys", toggles=True))
            if size.T <= _MOST_TO_PAINT:
                painted = np.ones((size.T, size.S)) if mask.custom is None else mask.custom.astype(np.float64)
                parameters.append(
                    Grid(
                        "painted", "Custom (0 = hidden)", painted, given.query_labels, given.key_labels, "scores",
                        toggles=True,
                    )
                )  # fmt: skip
        return tuple(parameters)

    def idle(self, values: Values) -> frozenset[str]:
        """The sides of a window that is not there."""
        return frozenset(() if switch(values, "window") else {"left", "right"})

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The same row three ways: −∞ before softmax, 0 after softmax, a finite fill before softmax."""
        given = held_whole(with_scores(scenario))
        head = whole(values, "head") - 1
        masked = replace(given, mask=_mask(values, given))
        fill = choice(values, "fill")
        three = _three(masked, head, _FILLS[fill])
        sums = {name: weights.sum(axis=1) for name, weights in three.by_name().items()}
        numbers: dict[str, float | Array] = {
            "allowed": three.seen.astype(np.float64),
            **three.by_name(),
            **{f"{name}_sums": total for name, total in sums.items()},
            **{f"{name}_output": weights @ three.values for name, weights in three.by_name().items()},
            "kept": float(three.filled[~three.seen].sum()),
        }
        return Result(_exhibits(masked, three, fill), numbers, _facts(masked, three, fill))


@dataclass(frozen=True)
class Three:
    """Weights (T, S) by each way of hiding. seen: which keys are visible. values: what they mix (S, d_v)."""

    seen: Bools
    values: Array
    before: Array
    after: Array
    filled: Array

    def by_name(self) -> dict[str, Array]:
        """The three by name."""
        return {"before": self.before, "after": self.after, "filled": self.filled}


def _mask(values: Values, given: Scenario) -> Mask:
    """The mask that the parameters say; where it is too large to be painted, padding and painting stay as given."""
    alignment: Alignment = "bottom_right" if choice(values, "alignment") == "bottom_right" else "top_left"
    padding, custom = given.mask.padding, given.mask.custom
    if "keys" in values:
        padding = tuple(int(key) for key in np.flatnonzero(table(values, "keys")[0] == 0))
    if "painted" in values:
        seen = table(values, "painted") == 1
        custom = None if seen.all() else seen
    most = _most(given.sizes.S)
    left, right = (None if whole(values, name) == most else whole(values, name) for name in ("left", "right"))
    window = (left, right) if switch(values, "window") else None
    return Mask(causal=switch(values, "causal"), alignment=alignment, padding=padding, window=window, custom=custom)


def _most(keys: int) -> int:
    """So many keys on a side are all that there can be."""
    return max(keys - 1, 1)


def _side(window: tuple[int | None, int | None] | None, place: int, keys: int) -> int:
    """How many keys a window lets through on a side; 1 where there is none yet, all where there is no limit."""
    side = 1 if window is None else window[place]
    return _most(keys) if side is None else min(side, _most(keys))


def _three(scenario: Scenario, head: int, fill: float) -> Three:
    """A row that sees nothing is NaN before softmax, as 0 ÷ 0 is; the scenario's own biases of −∞ hide everywhere."""
    open_trace = trace(replace(scenario, mask=Mask()))
    logits = open_trace.at("masked", head)
    seen = visible(scenario, head)
    lone = seen.any(axis=1)
    before = np.full_like(logits, np.nan)
    before[lone] = softmax(np.where(seen, logits, logits.dtype.type(-np.inf))[lone])
    allowed = scenario.mask.allowed(*logits.shape)
    after = np.where(allowed, open_trace.at("weights", head), logits.dtype.type(0))
    filled = softmax(np.where(allowed, logits, logits.dtype.type(fill)))
    return Three(seen, open_trace.at("values", head), before, after, filled)


def _exhibits(scenario: Scenario, three: Three, fill: str) -> tuple[Exhibit, ...]:
    hidden = ~three.seen
    empty = np.asarray(hidden.all(axis=1))
    off: Bools = np.abs(three.after.sum(axis=1) - 1) > _NEAR
    leaking = hidden & (three.filled > 0)

    def weights(name: str, title: str, values: Array, broken: Bools, subtitle: str, side: Side) -> Matrix:
        return Matrix(
            name, title, values, scenario.query_labels, scenario.key_labels, "weights", "weights", subtitle,
            hidden=None if name == "filled" else hidden, broken=cells_of(broken), row_sums=True, side=side,
        )  # fmt: skip

    def output(name: str, mixed: Array, broken: Bools, side: Side) -> tuple[Matrix, ...]:
        """What comes of those weights, where there is room for it below them."""
        if max(mixed.shape[0], mixed.shape[1]) > _MOST_MIXED:
            return ()
        values, title = mixed @ three.values, "Output" if scenario.heads == 1 else "Head output"
        lost = broken[:, np.newaxis] & _others(values, three.before @ three.values)
        columns = tuple(str(column) for column in range(1, values.shape[1] + 1))
        return (
            Matrix(
                f"{name}_output", title, values, scenario.query_labels, columns, "output", "signed", "weights · V",
                broken=cells_of(lost), side=side,
            ),
        )  # fmt: skip

    sign = fill.replace("-", "−")
    last: Side = "wrong" if leaking.any() else "right"
    return (
        weights("before", "−∞ before softmax", three.before, empty[:, np.newaxis] & hidden,
                "hidden scores → −∞", "right"),
        *output("before", three.before, empty, "right"),
        weights("after", "0 after softmax", three.after, off[:, np.newaxis] & three.seen,
                "hidden weights → 0", "wrong"),
        *output("after", three.after, off, "wrong"),
        weights("filled", f"{sign} before softmax", three.filled, leaking,
                f"hidden scores → {sign}", last),
        *output("filled", three.filled, np.asarray(leaking.any(axis=1)), last),
        *((_sums(three, sign),) if len(three.seen) > _MOST_TO_PAINT else ()),
    )  # fmt: skip


def _others(values: Array, right: Array) -> Bools:
    """Which numbers are not the right ones; a lost row may still come to 0 where 0 is right. NaN is never right."""
    reach = float(np.abs(right[np.isfinite(right)]).max(initial=0.0))
    other: Bools = ~(np.abs(values - right) <= _NEAR * reach)
    return other


def _sums(three: Three, sign: str) -> Plot:
    """The sums of many rows, which beside the weights would be too small to read."""
    queries = np.arange(1.0, len(three.seen) + 1)
    ways = (("−∞ before", "weights"), ("0 after", "scores"), (f"{sign} before", "output"))
    series = tuple(
        Series(label, queries, weights.sum(axis=1), role, "points")
        for (label, role), weights in zip(ways, three.by_name().values(), strict=True)
    )
    return Plot("sums", "What each row sums to", Axis("query"), Axis("sum of the row", low=0.0, high=1.05), series)


def _facts(scenario: Scenario, three: Three, fill: str) -> tuple[Fact, ...]:
    hidden = ~three.seen
    if not hidden.any():
        return (Fact("Nothing is hidden, so all three agree. Turn on Causal, or click a key or a cell to hide it."),)
    facts = []
    empty = np.asarray(hidden.all(axis=1))
    if empty.any():
        row = int(np.argmax(empty))
        name = f" “{scenario.query_labels[row]}”" if scenario.tokens else ""
        facts.append(Fact(
            f"Query {row + 1}{name} sees no key: softmax would divide 0 by 0. attnviz refuses such a row; masking "
            f"after softmax makes it all 0, a finite fill makes weights out of nothing.", "symptom",
        ))  # fmt: skip
    else:
        facts.append(
            Fact("Before softmax, exp(−∞) is 0; the visible keys share the whole weight, and rows sum to 1.", "right")
        )
    lost = np.abs(three.after.sum(axis=1) - 1) > _NEAR
    if lost.any():
        facts.append(Fact(f"After softmax, {int(lost.sum())} of {len(lost)} rows no longer sum to 1.", "symptom"))
    if (hidden & (three.filled > 0)).any():
        sign = fill.replace("-", "−")
        facts.append(Fact(f"With {sign} in place of −∞, hidden keys keep weight: {{kept}} in all.", "symptom"))
    elif fill == "-1e9":
        facts.append(Fact("Here −1e9 works like −∞: exp(−1000000000) is 0. Hide all keys of a query to see it fail."))
    return tuple(facts)
