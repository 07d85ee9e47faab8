"""One query, all the way: scores, scaled, weights, output, with a fourth key at hand, temperature and a causal mask."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Direct
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.labs.exhibits import Arrow, Bars, Exhibit, Plane, Table
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Grid, Number, Parameter, Switch, Values, Whole, number, switch, table, whole
from attnviz.labs.planes import arrow, arrows, hull
from attnviz.labs.protocol import Fact, Progress, Result

_PLACES = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
_VALUES = np.array([[1.0, 0.0], [0.0, 2.0], [2.0, 1.0]])
_SUBSCRIPTS = "₁₂₃₄"
_TITLES = {"scores": "q·k", "scaled": "÷\N{NO-BREAK SPACE}√d_k", "tempered": "÷ temperature", "masked": "masked"}


class OneQuery(Introduced):
    """Unit 3: what an edit of a value, a key or the query may touch."""

    name = "one-query"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """The query, keys, values, a fourth pair, temperature and mask."""
        plane = ("x", "y")
        return (
            Whole("query", "Query", 1, 1, 3),
            Grid("queries", "Queries", _PLACES, _labels("q", 3), plane, "queries"),
            Grid("keys", "Keys", _PLACES, _labels("k", 3), plane, "keys"),
            Grid("values", "Values", _VALUES, _labels("v", 3), plane, "values"),
            Number("temperature", "Temperature", 1.0, 0.01, 100.0, log=True),
            Switch("causal", "Causal mask", False, "Query i sees keys 1 to i."),
            Switch("fourth", "Fourth key and value", False, "One more pair for every query to look at."),
            Grid("fourth_pair", "Fourth pair", np.array([[2.0, 0.0], [0.0, 1.0]]), ("k₄", "v₄"), plane, "keys"),
        )

    def idle(self, values: Values) -> frozenset[str]:
        """The fourth pair while it is not there."""
        return frozenset() if switch(values, "fourth") else frozenset({"fourth_pair"})

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """Every step of the selected query."""
        queries, keys, mixed = table(values, "queries"), table(values, "keys"), table(values, "values")
        if switch(values, "fourth"):
            pair = table(values, "fourth_pair")
            keys, mixed = np.vstack([keys, pair[:1]]), np.vstack([mixed, pair[1:]])
        row = whole(values, "query") - 1
        traced = trace(
            Scenario(
                Direct(queries, keys, mixed),
                temperature=number(values, "temperature"),
                mask=Mask(causal=switch(values, "causal")),
            )
        )
        steps = ("scores", "scaled", "masked", "exponentials", "weights")
        numbers = {name: traced.at(name, 0)[row] for name in steps} | {"output": traced.output[row]}
        return Result(_exhibits(traced, row), numbers, _facts(traced, row))


def _labels(letter: str, count: int) -> tuple[str, ...]:
    return tuple(letter + sign for sign in _SUBSCRIPTS[:count])


def _exhibits(traced: Trace, row: int) -> tuple[Exhibit, ...]:
    count = traced.sizes.S
    keys, values = traced.at("keys", 0), traced.at("values", 0)
    query, output = traced.at("queries", 0)[row], traced.output[row]
    scaled, weights = traced.at("scaled", 0)[row], traced.at("weights", 0)[row]
    key_names = _labels("k", count)
    reach = float(np.abs(scaled).max()) or 1.0
    key_arrows = _arrows(keys, "k", "keys", "keys", 0)
    query_arrow = arrow("q" + _SUBSCRIPTS[row], query, "queries", "queries", row)
    return (
        Plane("match", "Query and keys", (*key_arrows, query_arrow)),
        Bars("scaled", "Scaled scores", key_names, scaled, "scores", -reach, reach, "q·k ÷ √d_k", alike=True),
        Bars("weights", "Weights", key_names, weights, subtitle="sum 1", alike=True),
        Plane(
            "mixture",
            "Values and output",
            (*_arrows(values, "v", "values", "values", 1), arrow("output", output, "output")),
            hull(values),
            subtitle="the output stays inside the dashed line",
        ),
        _arithmetic(traced, row, key_names),
    )  # fmt: skip


def _arrows(points: Array, letter: str, role: str, parameter: str, fourth: int) -> tuple[Arrow, ...]:
    """One arrow a point; the fourth is dragged as that row of the fourth pair."""
    more = [arrow(letter + _SUBSCRIPTS[3], tip, role, "fourth_pair", fourth) for tip in points[3:]]
    return (*arrows(_labels(letter, 3), points[:3], role, parameter), *more)


def _arithmetic(traced: Trace, row: int, names: tuple[str, ...]) -> Table:
    steps = ("scores", "scaled", *(("tempered",) if "tempered" in traced.stages else ()), "masked", "exponentials")
    columns = [*(traced.at(step, 0)[row] for step in steps), traced.at("weights", 0)[row]]
    rows: list[tuple[str | float, ...]] = [
        (name, *(float(column[key]) for column in columns)) for key, name in enumerate(names)
    ]
    titles = [_TITLES[step] for step in steps[:-1]] + ["exp(s − max)" if traced.shifted(0) else "eˢ"]
    total = float(traced.at("exponentials", 0)[row].sum())
    rows.append(("sum", *("" for _ in steps[:-1]), total, float(columns[-1].sum())))
    return Table("arithmetic", "Step by step", ("", *titles, "weight"), tuple(rows), as_cells=True)


def _facts(traced: Trace, row: int) -> tuple[Fact, ...]:
    weights = traced.at("weights", 0)[row]
    seen = traced.scenario.mask.allowed(traced.sizes.T, traced.sizes.S)[row]
    facts = []
    if seen.sum() == 1:
        facts.append(Fact("This query sees one key only: weight 1, and the output is that key's value.", "right"))
    elif not seen.all():
        facts.append(Fact("A masked key has weight 0 at every temperature: no heat brings it back.", "right"))
    lowest = int(np.argmin(np.where(seen, traced.at("scores", 0)[row], np.inf)))
    if seen.sum() > 1 and weights[lowest] > 0:
        facts.append(Fact(f"The smallest score, that of k{_SUBSCRIPTS[lowest]}, still gets weight."))
    facts.append(Fact("Move a value: only the output moves. Move a key: its score, and every weight of this row."))
    return tuple(facts)
