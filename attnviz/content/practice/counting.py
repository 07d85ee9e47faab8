"""Exercises whose answer is a whole number: the shape of a matrix, and how many learned numbers a layer has."""

from __future__ import annotations

from random import Random

from attnviz.content.numerals import grouped
from attnviz.content.practice.exercise import Exercise, Field, Sized
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.scenario import Scenario

_WIDTHS = ((8, 2), (12, 3), (64, 4), (64, 8), (128, 4), (256, 8), (512, 8), (768, 12))  # d_model, heads


def shape_exercise(seed: int | None, scenario: Scenario, *, given: bool) -> Exercise:
    """How many rows and columns an intermediate of a layer has."""
    draw = Random(f"attnviz practice, shape, {seed}")
    if given:
        size = scenario.sizes
        T, S, heads = size.T, size.S, size.heads
        d_k, d_v = size.d_k, size.d_v
        d_model = scenario.inputs.X.shape[1] if isinstance(scenario.inputs, Projected) else None
    else:
        d_model, heads = draw.choice(_WIDTHS)
        T, d_k = draw.randint(3, 12), d_model // heads
        S, d_v = (T if draw.random() < 0.5 else draw.randint(3, 12)), d_k
    stories = [f"{T} {'queries' if T > 1 else 'query'}", f"{S} key{'s' if S > 1 else ''}"]
    stories += [f"{heads} head{'s' if heads > 1 else ''}"]
    stories += [f"d_model = {d_model}"] if d_model is not None else []
    stories += [f"d_k = {d_k}"] if d_k is not None and (given or d_model is None) else []
    stories += [f"d_v = {d_v}"] if d_v is not None and given else []
    choices = [("have the weights of one head", T, S, "a row for each query, a column for each key")]
    if d_k is not None:
        choices.append(("have the scores of one head", T, S, "a row for each query, a column for each key"))
        choices.append(("have the queries of one head", T, d_k, "a row for each query, d_k numbers in it"))
        choices.append(("have the keys of one head", S, d_k, "a row for each key, d_k numbers in it"))
    if d_v is not None:
        choices.append(("has the output of one head", T, d_v, "a row for each query, d_v numbers in it"))
        joined = "a row for each query, the heads side by side"
        choices.append(("has the concatenation of all heads", T, heads * d_v, joined))
    what, rows, columns, why = draw.choice(choices)
    even = "" if given or d_model is None else ", shared evenly among the heads"
    question = f"A layer has {_listed(stories)}{even}. How many rows and columns {what}?"
    steps = [f"{what.partition(' ')[2].capitalize()}: {why}."]
    if d_k is not None and not given:
        steps.append(f"d_k = d_model ÷ heads = {d_model} ÷ {heads} = {d_k}.")
    steps.append(f"{rows} rows, {columns} columns.")
    known = {T: "the number of queries", S: "the number of keys", heads: "the number of heads"}
    known |= {d_model: "d_model, all heads together"} if d_model is not None else {}
    known |= {d_k: "d_k, the width of one head"} if d_k is not None else {}
    over = "keys" if columns == S and what.endswith(("weights of one head", "scores of one head")) else "columns"
    below = "keys" if what.startswith("have the keys") else "queries"
    box = Sized(what.partition(" the ")[2].capitalize(), ((below, rows), (over, columns)))
    boxes: tuple[Sized, ...] = (Sized("X", (("queries", T), ("d_model", d_model))),) if d_model is not None else ()
    boxes += (Sized("Source", (("keys", S), ("d_model", d_model))),) if d_model is not None and S != T else ()
    return Exercise(
        "shape", seed, scenario, question, steps=tuple(steps), title="Shape", boxes=boxes, answer_box=box,
        fields=(_field("rows", rows, columns, known), _field("columns", columns, rows, known)),
    )  # fmt: skip


def parameters_exercise(seed: int | None, scenario: Scenario, *, given: bool) -> Exercise:
    """How many learned numbers the projections of a layer hold."""
    draw = Random(f"attnviz practice, parameters, {seed}")
    if given and isinstance(scenario.inputs, Projected):
        inputs = scenario.inputs
        matrices = {name: own.shape for name, own in inputs.items() if name.startswith("W_")}
        biases = {name: own.shape[0] for name, own in inputs.items() if name.startswith("b_")}
        told = ", ".join(f"{name} is {rows}×{columns}" for name, (rows, columns) in matrices.items())
        told += "".join(f", {name} holds {count}" for name, count in biases.items())
        question = f"{told}. How many learned numbers are that together?"
        heads, width = scenario.heads, inputs.X.shape[1]
    else:
        width, heads = draw.choice(_WIDTHS)
        with_bias = draw.random() < 0.4
        matrices = dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (width, width))
        biases = {f"b_{letter}": width for letter in "QKVO"} if with_bias else {}
        own = "and biases b_Q, b_K, b_V and b_O" if with_bias else "and no biases"
        question = (
            f"A layer with d_model = {width} and {heads} heads has W_Q, W_K, W_V and W_O of {width}×{width} {own}. "
            "How many learned numbers are that together?"
        )
    weights = [rows * columns for rows, columns in matrices.values()]
    total = sum(weights) + sum(biases.values())
    mistakes = {
        total * heads: "More heads add no numbers: they share the columns.",
        sum(weights[:3]) + sum(list(biases.values())[:3]): "W_O is missing: it is learned too.",
        weights[0]: "This is one matrix: all of them count.",
        total // heads if heads > 1 else -1: "This is one head: all of them count.",
        sum(weights): "The biases are missing.",
        3 * width * width // heads + width * width: "W_Q holds the columns of every head, not of one.",
        4 * width: "A matrix has rows times columns numbers.",
    }
    mistakes.pop(total, None)
    sums = [f"{name}: {rows} · {columns} = {grouped(rows * columns)}" for name, (rows, columns) in matrices.items()]
    sums += [f"{name}: {count}" for name, count in biases.items()]
    parts = " + ".join(grouped(number) for number in (*weights, *biases.values()))
    return Exercise(
        "parameters", seed, scenario, question, fields=(Field("numbers", total, tuple(mistakes.items())),),
        steps=(*sums, f"{parts} = {grouped(total)}"), title="Parameter count",
        boxes=(
            *(Sized(name, (("rows", rows), ("columns", columns))) for name, (rows, columns) in matrices.items()),
            *(Sized(name, (("numbers", count),)) for name, count in biases.items()),
        ),
    )  # fmt: skip


def shape_possible(scenario: Scenario) -> bool:
    """Every scenario has shapes to be asked for."""
    return scenario.sizes.T > 0


def parameters_possible(scenario: Scenario) -> bool:
    """True if the scenario has learned matrices."""
    return not isinstance(scenario.inputs, GivenWeights) and isinstance(scenario.inputs, Projected)


def _field(label: str, right: int, other: int, known: dict[int, str]) -> Field:
    mistakes = {value: f"This is {what}." for value, what in known.items() if value != right}
    if other != right:
        mistakes[other] = "Rows and columns are swapped."
    return Field(label, right, tuple(mistakes.items()))


def _listed(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
