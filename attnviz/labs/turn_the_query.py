"""A unit query turned between two keys: weights, output and mirror image at one angle, and over the whole turn."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Direct
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.labs.exhibits import Axis, Bars, Exhibit, Mark, Plane, Plot, Series
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Grid, Number, Parameter, Values, number, table
from attnviz.labs.planes import arrow, arrows, point
from attnviz.labs.protocol import Fact, Progress, Result

_KEYS = ("k₁", "k₂")
_TURN = np.arange(361.0)  # one query for each degree of the whole turn


class TurnTheQuery(Introduced):
    """Unit 4: as the query turns, weight passes from one value to the other."""

    name = "turn-the-query"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """The angle, the query's length, keys and values."""
        plane = ("x", "y")
        return (
            Number("degrees", "Angle", 0.0, -360.0, 360.0, 1.0, unit="°"),
            Number("length", "Length of the query", 1.0, 0.0, 10.0),
            Grid("keys", "Keys", np.eye(2), _KEYS, plane, "keys"),
            Grid("values", "Values", np.array([[10.0, 0.0], [0.0, 10.0]]), ("v₁", "v₂"), plane, "values"),
        )

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The query at its angle, its mirror at 90° minus the angle, and the whole turn."""
        degrees = number(values, "degrees")
        angles = np.concatenate([[degrees, 90.0 - degrees], _TURN])
        queries = number(values, "length") * unit_vectors(angles)
        traced = trace(Scenario(Direct(queries, table(values, "keys"), table(values, "values"))))
        weights, output = traced.at("weights", 0), traced.output
        numbers = {
            "query": queries[0],
            "scores": traced.at("scores", 0)[0],
            "scaled": traced.at("scaled", 0)[0],
            "weights": weights[0],
            "output": output[0],
            "mirror_weights": weights[1],
            "mirror_output": output[1],
            "least": float(weights[2:, 0].min()),
            "most": float(weights[2:, 0].max()),
        }
        return Result(_exhibits(traced, degrees), numbers, _facts(weights, output, values))


def unit_vectors(degrees: Array) -> Array:
    """(angles, 2): x and y of the unit vector at each angle from the x axis; exact at each quarter turn."""
    radians = np.deg2rad(degrees)
    vectors = np.column_stack([np.cos(radians), np.sin(radians)])
    quarter = degrees % 90.0 == 0.0
    vectors[quarter] = np.rint(vectors[quarter]) + 0.0
    return vectors


def _exhibits(traced: Trace, degrees: float) -> tuple[Exhibit, ...]:
    weights, output = traced.at("weights", 0), traced.output
    query, keys = traced.at("queries", 0)[0], traced.at("keys", 0)
    values = traced.at("values", 0)
    turn = weights[2:]
    # At 45° it would lie under the output, and its name beside the output's.
    same = np.allclose(output[0], output[1], rtol=0, atol=1e-9)
    mirror = () if same else (arrow("mirror", output[1], "input"),)
    now = degrees % 360.0
    return (
        Plane(
            "dial",
            "Query and keys",
            (*arrows(_KEYS, keys, "keys", "keys"), arrow("q", query, "queries", "degrees", -1)),
        ),
        Bars("weights", "Weights", _KEYS, weights[0], subtitle="sum 1"),
        Plane(
            "outputs",
            "Output and its mirror",
            (
                *arrows(("v₁", "v₂"), values, "values", "values"),
                *mirror,
                arrow("output", output[0], "output"),
            ),
            path=tuple(map(point, output[2:])),
            subtitle="line: outputs of the whole turn",
        ),
        Plot(
            "turn",
            "Weights over the whole turn",
            Axis("angle (°)", low=0.0, high=360.0),
            Axis("weight", low=0.0, high=1.0, unwritten=True),
            tuple(Series(name, _TURN, turn[:, key], "weights", dashed=key > 0) for key, name in enumerate(_KEYS)),
            (Mark("x", now, "now", "degrees"),),
        ),
    )  # fmt: skip


def _facts(weights: Array, output: Array, values: Values) -> tuple[Fact, ...]:
    facts = []
    if np.allclose(output[0], output[1][::-1], rtol=0, atol=1e-12):
        facts.append(Fact("At 90° minus this angle the output is the mirror image: x and y trade places.", "right"))
    if abs(weights[0, 0] - weights[0, 1]) < 1e-12:
        facts.append(Fact("The query matches both keys equally: half the weight each, the mean of both values."))
    if number(values, "length") == 0.0:
        facts.append(Fact("A query of length 0 has score 0 with every key: it asks for nothing and gets the mean."))
    facts.append(Fact("Over the whole turn k₁ has a weight between {least} and {most}: never 0, never 1."))
    return tuple(facts)
