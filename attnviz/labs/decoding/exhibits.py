"""What the laboratory of decoding shows: one step's new and cached numbers, its cost, and the size of the cache."""

from __future__ import annotations

from typing import Literal

import numpy as np

from attnviz.engine import edits
from attnviz.engine.arrays import Array
from attnviz.engine.decoding import Cost
from attnviz.engine.positions import Rotary
from attnviz.labs.decoding.passes import Pass
from attnviz.labs.exhibits import Axis, Exhibit, Mark, Matrix, Plot, Series, Table

_MOST_COLUMNS, _FIRST = 10, 6  # of a wide matrix that are all shown; else so many from its start, and its last
_COSTS = ("projections", "scores", "mix", "output")
_WORDS = {
    "projections": "queries, keys, values", "scores": "scores", "mix": "weights · V", "output": "concatenated · W_O",
}  # fmt: skip


def of_the_step(found: Pass, head: int) -> tuple[Exhibit, ...]:
    """The new query, the cache with its new rows, and what comes of them."""
    step, size = found.step, found.scenario.sizes
    group = head * size.kv_heads // size.heads
    keys, queries = found.scenario.key_labels, _queries(found)
    rows = tuple(f"+ {label}" if key >= step.start else label for key, label in enumerate(keys[: step.stop]))
    many = f"{step.cached} read, {step.stop - step.start} new (framed)"

    def matrix(name: str, title: str, values: Array, rows: tuple[str, ...], role: str, subtitle: str = "") -> Matrix:
        values, columns = _shortened(values)
        new = (step.start, step.stop) if name in ("keys", "values") else None
        return Matrix(name, title, values, rows, columns, role, "signed", subtitle, new_rows=new, alike=True)

    turned = ", turned by position" if isinstance(found.scenario.positions, Rotary) else ""
    return (
        matrix("query", "New query", step.queries[head], queries, "queries", f"used once, not kept{turned}"),
        matrix("keys", "Keys in the cache", found.keys(group), rows, "keys", many + turned),
        matrix("values", "Values in the cache", found.values(group), rows, "values", many),
        Matrix(
            "weights", "Weights", step.weights[head], queries, keys[: step.stop], "weights", "weights",
            "on all keys so far", hidden=step.weights[head] == 0, row_sums=True, alike=True,
        ),
        matrix("output", "Output", step.output, queries, "output"),
    )  # fmt: skip


def _shortened(values: Array) -> tuple[Array, tuple[str, ...]]:
    """The columns that a sheet has room for, with their labels: 1 to 6 and "… 32" of 32, so that nothing leaves it."""
    width = values.shape[1]
    if width <= _MOST_COLUMNS:
        return values, tuple(str(column) for column in range(1, width + 1))
    shown = [*range(_FIRST), width - 1]
    return values[:, shown], (*(str(column + 1) for column in shown[:-1]), f"… {width}")


def of_the_cost(found: Pass) -> tuple[Exhibit, ...]:
    """What the step costs part by part, what all steps cost, and how large the cache is for each sharing of heads."""
    step = found.step
    rows = tuple(
        (_WORDS[name], float(getattr(step.cost, name)), float(getattr(step.cost_without_cache, name)))
        for name in _COSTS
        if getattr(step.cost_without_cache, name)
    )
    together = ("together", float(step.cost.total), float(step.cost_without_cache.total))
    names = ("", "with the cache", "all anew")
    costs = Table("costs", "Multiplications of this step", names, (*rows, together))
    return (costs, _work(found), _caches(found))


def totals(found: Pass) -> tuple[int, int]:
    """The multiplications of all steps, with the cache and without."""
    return sum(_total(step.cost) for step in found.steps), sum(_total(step.cost_without_cache) for step in found.steps)


def _total(cost: Cost) -> int:
    return cost.total


def _work(found: Pass) -> Plot:
    """Each step's multiplications over the number of its last token."""
    at = np.array([float(step.stop - found.past) for step in found.steps])
    kept = np.array([float(step.multiplications) for step in found.steps])
    anew = np.array([float(step.multiplications_without_cache) for step in found.steps])
    kind: Literal["line", "points"] = "points" if len(at) < 2 else "line"
    return Plot(
        "work", "Multiplications of each step", Axis("token"), Axis("multiplications", low=0.0),
        (Series("all anew", at, anew, "scores", kind, dashed=True), Series("with the cache", at, kept, "keys", kind)),
        (Mark("x", float(found.step.stop - found.past), "now", "token"),),
    )  # fmt: skip


def _caches(found: Pass) -> Table:
    """The numbers that the cache holds in the end if the heads share so many heads of keys and values."""
    scenario = found.scenario
    size = scenario.sizes
    each = size.S * ((size.d_k or 0) + (size.d_v or 0))
    rows = []
    for count in reversed(edits.kv_head_choices(scenario)):
        words = "as here" if count == size.kv_heads else "one for each head" if count == size.heads else ""
        words = "multi-query" if count == 1 and size.heads > 1 and not words else words
        rows.append((float(count), float(count * each), words))
    title = f"Numbers in the cache after all {size.S} tokens"
    return Table("caches", title, ("key/value heads", "numbers", ""), tuple(rows), "keys and values of every token")


def _queries(found: Pass) -> tuple[str, ...]:
    step = found.step
    return found.scenario.query_labels[step.start - found.past : step.stop - found.past]
