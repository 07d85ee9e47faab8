"""A weighted mixture: weights on a simplex of three values, from hard lookup over soft lookup to the plain mean."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.engine.softmax import softmax
from attnviz.engine.tracing import trace
from attnviz.labs.exhibits import Axis, Bars, Exhibit, Mark, Plane, Plot, Series, Table
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Grid, Number, Parameter, Values, number, table
from attnviz.labs.planes import arrow, arrows, hull
from attnviz.labs.protocol import Fact, Progress, Result

_COLDEST, _HOTTEST = 0.01, 100.0
_NAMES = ("v₁", "v₂", "v₃")


class Mixture(Introduced):
    """Unit 1: the output is a convex combination of the values."""

    name = "mixture"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """Values, weights and temperature."""
        return (
            Grid(
                "weights", "Weights at temperature 1", np.array([[0.2, 0.3, 0.5]]), (), _NAMES, "weights", simplex=True
            ),
            Grid("values", "Values", np.array([[1.0, 0.0], [0.0, 2.0], [2.0, 1.0]]), _NAMES, ("x", "y"), "values"),
            Number("temperature", "Temperature", 1.0, _COLDEST, _HOTTEST, log=True),
        )

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The mixture under the weights at that temperature, its hull, and the weights at every temperature."""
        given, corners = table(values, "weights")[0], table(values, "values")
        temperature = number(values, "temperature")
        weights = tempered(given, np.array([temperature]))
        output = _mixed(weights, corners)[0]
        hard = _mixed(np.eye(len(given))[[int(np.argmax(given))]], corners)[0]
        mean = _mixed(np.full((1, len(given)), 1 / len(given)), corners)[0]
        exhibits: tuple[Exhibit, ...] = (
            _plane(corners, output, temperature),
            Bars("weights", "Weights", _NAMES, weights[0], subtitle="≥ 0, sum 1"),
            _over_temperature(given, temperature),
            _sums(weights[0], corners, output),
        )
        numbers = {"weights": weights[0], "output": output, "hard": hard, "mean": mean, "given": given}
        return Result(exhibits, numbers, _facts(given, temperature))


def tempered(weights: Array, temperatures: Array) -> Array:
    """(temperatures, values): the weights as softmax gives them from their logarithms divided by each temperature.

    At 1 they are the weights themselves; towards 0 the largest takes all, towards ∞ all that are not 0 become equal.
    """
    with np.errstate(divide="ignore"):
        scores = np.log(weights)[np.newaxis] / temperatures[:, np.newaxis]
    return np.where(temperatures[:, np.newaxis] == 1.0, weights[np.newaxis], softmax(scores))


def _mixed(weights: Array, values: Array) -> Array:
    return trace(Scenario(GivenWeights(weights[np.newaxis], values))).output


def _plane(values: Array, output: Array, temperature: float) -> Plane:
    shown = (*arrows(_NAMES, values, "values", "values"), arrow("output", output, "output"))
    # Dragging the output sets the given weights, which are the shown ones only while nothing is tempered.
    mixture = "weights" if temperature == 1.0 else ""
    return Plane(
        "plane", "Values and their mixture", shown, hull(values), mixture, "the output stays inside the dashed line"
    )


def _over_temperature(weights: Array, temperature: float) -> Plot:
    temperatures = np.geomspace(_COLDEST, _HOTTEST, 161)
    curves = tempered(weights, temperatures)
    series = tuple(
        Series(name, temperatures, curves[:, column], "weights", dashed=column > 0)
        for column, name in enumerate(_NAMES)
    )
    return Plot(
        "temperature",
        "Weights at every temperature",
        Axis("temperature", log=True, low=_COLDEST, high=_HOTTEST),
        Axis("weight", low=0.0, high=1.0, unwritten=True),
        series,
        (Mark("x", temperature, "now", "temperature"),),
        "left: a hard lookup; right: a plain mean",
    )


def _sums(weights: Array, values: Array, output: Array) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for name, weight, (x, y) in zip(_NAMES, weights, values, strict=True):
        rows.append((name, float(weight), float(x), float(y), float(weight * x), float(weight * y)))
    rows.append(("output", float(weights.sum()), "", "", float(output[0]), float(output[1])))
    return Table(
        "sums", "How it adds up", ("", "weight", "x", "y", "weight · x", "weight · y"), tuple(rows), as_cells=True
    )


def _facts(weights: Array, temperature: float) -> tuple[Fact, ...]:
    facts = [
        Fact(
            "Weights are at least 0 and sum to 1, so the output lies in the triangle of the values, their hull.",
            "right",
        )
    ]
    top = weights == weights.max()
    if temperature < 1.0:
        facts.append(Fact("Colder: the largest weight takes more. At 0 it takes all: a lookup, as in a dictionary."))
        if top.sum() > 1:
            facts.append(Fact("Two weights are equally large: no temperature decides between them."))
    if temperature > 1.0:
        facts.append(Fact("Hotter: the weights become equal. A plain mean no longer depends on the query."))
    if (weights == 0).any():
        facts.append(Fact("A weight of 0 stays 0 at every temperature, as a hidden key does."))
    if temperature != 1.0:
        facts.append(Fact("Set the temperature to 1 to drag the mixture itself."))
    return tuple(facts)
