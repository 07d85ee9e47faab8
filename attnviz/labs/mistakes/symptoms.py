"""What gives a mistake away: each symptom is found in the numbers, and a right outcome has none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.scenario import Scenario
from attnviz.labs.mistakes.outcome import Outcome
from attnviz.labs.mistakes.program import Parts, names_for, run_lines

_SUM = 1e-5  # a row sums to 1 within this, also in float32 and over hundreds of keys
_SEEN = 5e-4  # a weight that moved by less looks the same in three decimals


@dataclass(frozen=True)
class Case:
    """What a symptom is judged on: an outcome and the lines that made it, the engine's own, and who may see whom.

    allowed: (h, T, S), True where the key may be seen.
    """

    outcome: Outcome
    parts: Parts
    reference: Outcome
    scenario: Scenario
    allowed: Bools


@dataclass(frozen=True)
class Symptom:
    """One sentence, with {name} for its numbers, and the cells of one stage that show it: True where broken."""

    text: str
    stage: str
    broken: Bools
    numbers: Mapping[str, float] = field(default_factory=dict)


Finder = Callable[[Case], Symptom | None]


def rows_off(case: Case) -> Symptom | None:
    """Rows of weights that do not sum to 1."""
    sums = case.outcome.weights.sum(axis=-1)
    off = ~(np.abs(sums - 1) <= _SUM)  # so that NaN is off, too
    if not off.any():
        return None
    worst = float(sums.flat[int(np.argmax(np.where(np.isnan(sums), np.inf, np.abs(sums - 1))))])
    columns = case.outcome.weights.sum(axis=-2)
    text = "Rows no longer sum to 1: {off_rows} of {rows} are off, one sums to {worst_sum}."
    if (np.abs(columns - 1) <= _SUM).all():
        text = "Columns sum to 1 and rows do not: {off_rows} of {rows} are off, one sums to {worst_sum}."
    moved = ~(np.abs(case.outcome.weights - case.reference.weights) <= _SUM)  # 0 where 0 is right is no part of it
    broken = off[..., np.newaxis] & moved
    return Symptom(text, "weights", broken, {"off_rows": float(off.sum()), "rows": float(off.size), "worst_sum": worst})


def queries_compared(case: Case) -> Symptom | None:
    """Rows that do not sum to 1; or that do so by chance, while each weight compares queries instead of keys."""
    found = rows_off(case)
    broken = ~(np.abs(case.outcome.weights - case.reference.weights) < _SEEN)
    if found is not None or not broken.any():
        return found
    text = "Rows happen to sum to 1, but each column was shared out over the queries: {moved} weights are wrong."
    return Symptom(text, "weights", broken, {"moved": float(broken.sum())})


def hidden_keys_seen(case: Case) -> Symptom | None:
    """Weight on keys that the query may not see."""
    weights = case.outcome.weights
    broken = ~case.allowed & ~(weights == 0)
    if not broken.any():
        return None
    leaked = float(np.nansum(weights[broken]))
    return Symptom(
        "Hidden keys get weight: {leaked} in all, where there must be 0.", "weights", broken, {"leaked": leaked}
    )


def mask_upside_down(case: Case) -> Symptom | None:
    """Weight on hidden keys, and none, or NaN, on those that may be seen."""
    found = hidden_keys_seen(case)
    if found is None:
        return None
    blind = case.allowed.any(axis=-1) & ~(np.where(case.allowed, case.outcome.weights, 0.0).sum(axis=-1) > 0)
    text = "Each query sees exactly the keys that it should not: hidden keys get {leaked} of weight, visible ones none."
    if np.isnan(case.outcome.weights).any():
        text += " A query that may see every key now sees none: NaN."
    broken = found.broken | (blind[..., np.newaxis] & case.allowed)
    return Symptom(text, "weights", broken, found.numbers)


def not_finite(case: Case) -> Symptom | None:
    """Weights that are NaN or infinite."""
    broken = ~np.isfinite(case.outcome.weights)
    if not broken.any():
        return None
    return Symptom(
        f"{{lost}} weights are no numbers: eˢ is too large for {case.scenario.dtype} from s = {{limit}} on, and "
        "∞ ÷ ∞ is NaN.",
        "weights",
        broken,
        {"lost": float(broken.sum()), "limit": float(np.log(np.finfo(case.outcome.weights.dtype).max))},
    )


def scores_out_of_size(case: Case) -> Symptom | None:
    """Scores handed to softmax that are not Q Kᵀ ÷ √d_k but a multiple of it."""
    wrong, right = case.outcome.scaled, case.reference.scaled
    there = right != 0
    if not there.any():
        return None
    ratio = float(np.median(wrong[there] / right[there]))
    if abs(ratio - 1) <= _SUM:
        return None
    top = [float(outcome.weights.max(axis=-1).mean()) for outcome in (case.outcome, case.reference)]
    size = "large" if ratio > 1 else "small"
    effect = "sharp" if top[0] > top[1] else "flat"  # not always the one of that size: a soft cap or bias comes between
    times = "{ratio} times" if ratio > 1 else "{inverse} times"
    text = (
        f"Scores are {times} too {size}, and weights too {effect}: "
        "the largest of a row is {top} on average instead of {right_top}."
    )
    numbers = {"ratio": ratio, "inverse": 1 / ratio, "top": top[0], "right_top": top[1]}
    broken = ~(np.abs(case.outcome.weights - case.reference.weights) < _SEEN)
    if not broken.any():
        return Symptom(f"Scores are {times} too {size}. The weights do not show it here.", "scaled", there, numbers)
    return Symptom(text, "weights", broken, numbers)


def tokens_mixed(case: Case) -> Symptom | None:
    """Rows of a head's queries that hold other tokens' numbers; found by splitting a Q whose numbers name their row."""
    size = case.scenario.sizes
    assert size.d_k is not None
    tokens = np.arange(1.0, size.T + 1)[:, np.newaxis]
    names = names_for(case.scenario) | {
        "Q": np.broadcast_to(tokens, (size.T, size.heads * size.d_k)).copy(),
        "K": np.zeros((size.S, size.kv_heads * size.d_k)),
        "V": np.zeros((size.S, size.kv_heads * (size.d_v or 1))),
    }
    owners: Array = run_lines({"split": case.parts["split"]}, names)["Q"]
    broken = owners != tokens
    if not broken.any():
        return None
    head, row, column = (int(index) for index in np.argwhere(broken)[0])
    return Symptom(
        f"Tokens are mixed: row {row + 1} of head {head + 1}'s queries holds a number of token "
        f"{int(owners[head, row, column])}. Every shape is right, and no error says so.",
        "queries",
        broken,
        {"misplaced": float(broken.sum())},
    )


def projections_differ(case: Case) -> Symptom | None:
    """Queries, keys or values that are not the projections of their tokens."""
    moved = {}
    for stage in ("queries", "keys", "values"):
        wrong, right = getattr(case.outcome, stage), getattr(case.reference, stage)
        reach = float(np.abs(right).max())
        moved[stage] = ~np.isclose(wrong, right, rtol=1e-4, atol=1e-5 * reach)
    first = next((stage for stage, broken in moved.items() if broken.any()), None)
    if first is None:
        return None
    count = float(sum(broken.sum() for broken in moved.values()))
    return Symptom(
        "No error, and rows still sum to 1, but {moved} numbers of Q, K and V are wrong. Only a square matrix hides "
        "this: any other would be refused.",
        first,
        moved[first],
        {"moved": count},
    )


def heads_unmixed(case: Case) -> Symptom | None:
    """An output that is the heads' outputs side by side."""
    output, beside = case.outcome.output, case.outcome.concatenated
    right = case.reference
    changes_nothing = right.output.shape == beside.shape and np.array_equal(right.output, right.concatenated)
    if changes_nothing or not np.array_equal(output, beside):
        return None
    size = case.scenario.sizes
    text = "The output is the heads side by side: no column mixes two heads"
    if right.output.shape != output.shape:
        text += f", and it is {beside.shape[1]} wide instead of {right.output.shape[1]}"
    if size.heads == 1:
        text = "The output is the head's output as it is; W_O never came"
    return Symptom(text + ".", "output", np.ones(output.shape, dtype=np.bool_))
