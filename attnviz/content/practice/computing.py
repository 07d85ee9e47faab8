"""Exercises whose answers are cells: projections, scores, exponentials, weights, outputs, the concatenation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from attnviz.content.numerals import format_result
from attnviz.content.practice.exercise import Exercise
from attnviz.content.practice.paper import decimals_of
from attnviz.content.wording import is_output, key_name, query_name
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.inputs import Projected
from attnviz.engine.rules import matched_stages
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace, trace

_PROJECTIONS = (("queries", "Q", "query"), ("keys", "K", "key"), ("values", "V", "value"))


def projection(seed: int | None, scenario: Scenario) -> Exercise:
    """A whole query, key or value."""
    draw, traced = _draw("projection", seed), trace(scenario)
    inputs = scenario.inputs
    assert isinstance(inputs, Projected)
    name, letter, word = draw.choice(_PROJECTIONS)
    head = draw.randrange(scenario.heads)
    rows, width = shape_of(traced, name)
    row = draw.randrange(rows)
    label = query_name(traced, row) if name == "queries" else key_name(traced, row).replace("key", word, 1)
    source = "X" if letter == "Q" or inputs.source is None else "source"
    bias = f" plus b_{letter}" if getattr(inputs, f"b_{letter}") is not None else ""
    question = (
        f"Compute {label}{_of_head(traced, head)}: row {row + 1} of {source} times "
        f"{_columns(traced, letter, head, width)}{bias}."
    )
    given = (source, f"W_{letter}", *((f"b_{letter}",) if bias else ()))
    cells = tuple(Cell(name, head, row, column) for column in range(width))
    return _exercise("projection", seed, traced, question, cells, given, head, after="values")


def score(seed: int | None, scenario: Scenario) -> Exercise:
    """One dot product."""
    traced, head, query, key = _pair("score", seed, scenario)
    pair = f"How well does {key_name(traced, key)} match {query_name(traced, query)}?"
    turned = ", both turned by their positions" if "rotated_keys" in traced.stages else ""
    question = f"{pair} Compute their score{_of_head(traced, head)}{turned}."
    cell = Cell("scores", head, query, key)
    return _exercise("score", seed, traced, question, (cell,), matched_stages(scenario), head)


def scaled(seed: int | None, scenario: Scenario) -> Exercise:
    """One score, scaled."""
    traced, head, query, key = _pair("scaled", seed, scenario)
    if not traced.at("scores", head)[query, key]:  # 0 stays 0: take another pair if there is one
        others = np.argwhere(traced.at("scores", head) != 0).tolist()
        query, key = _draw("scaled, again", seed).choice(others or [(query, key)])
    d_k = traced.sizes.d_k
    how = (
        f"Divide by √d_k = √{d_k}"
        if scenario.scale is True
        else f"The scale here is {format_result(scenario.factor, decimals_of(scenario))}"
    )
    pair = f"{query_name(traced, query)} and {key_name(traced, key)}{_of_head(traced, head)}"
    question = f"{how}: what is the scaled score of {pair}?"
    cells = (Cell("scaled", head, query, key),)
    return _exercise("scaled", seed, traced, question, cells, ("scores",), head)


def exponentials(seed: int | None, scenario: Scenario) -> Exercise:
    """A row of exponentials."""
    traced, head, query, _ = _pair("exponentials", seed, scenario)
    whose = f"{query_name(traced, query)}{_of_head(traced, head)}"
    power = "each masked score, less the largest" if traced.shifted(head) else "each masked score"
    question = f"Compute the exponentials of {whose}: e to the power of {power}."
    return _exercise(
        "exponentials", seed, traced, question, _row(traced, "exponentials", head, query), ("masked",), head
    )


def weight(seed: int | None, scenario: Scenario) -> Exercise:
    """One weight, from the row's masked scores; the rest of its row is covered, or 1 less the others would do."""
    traced, head, query, key = _pair("weight", seed, scenario, visible=True)
    question = f"What weight does {query_name(traced, query)} give {key_name(traced, key)}{_of_head(traced, head)}?"
    cell = Cell("weights", head, query, key)
    return _exercise("weight", seed, traced, question, (cell,), ("masked",), head, after="masked")


def output(seed: int | None, scenario: Scenario) -> Exercise:
    """A row of a head's output."""
    traced, head, query, _ = _pair("output", seed, scenario)
    name, own = ("output", None) if is_output(traced) else ("head_output", head)
    question = f"Mix the values for {query_name(traced, query)}{_of_head(traced, head)}: what is its output?"
    cells = _row(traced, name, own, query)
    return _exercise("output", seed, traced, question, cells, ("weights", "values"), head, after="weights")


def masked(seed: int | None, scenario: Scenario) -> Exercise:
    """The weights of a query that may not see every key."""
    draw, traced = _draw("masked", seed), trace(scenario)
    head = draw.randrange(scenario.heads)
    allowed = scenario.mask.allowed(traced.sizes.T, traced.sizes.S)
    rows = [row for row in range(traced.sizes.T) if not allowed[row].all() and allowed[row].any()]
    many = [row for row in rows if allowed[row].sum() > 1]
    query = draw.choice(many or rows)
    hidden = [str(key + 1) for key in range(traced.sizes.S) if not allowed[query, key]]
    keys = f"key{'s' if len(hidden) > 1 else ''} {' and '.join(hidden) if len(hidden) < 4 else ', '.join(hidden)}"
    question = (
        f"The mask hides {keys} from {query_name(traced, query)}. Compute its weights{_of_head(traced, head)} "
        "over the keys that are left, and write 0 for what is hidden."
    )
    before = traced.stages[traced.stages.index("masked") - 1]
    cells = _row(traced, "weights", head, query)
    return _exercise("masked", seed, traced, question, cells, (before,), head, after="masked")


def concatenation(seed: int | None, scenario: Scenario) -> Exercise:
    """The heads side by side, and what W_O makes of them."""
    draw, traced = _draw("concatenation", seed), trace(scenario)
    query = draw.randrange(traced.sizes.T)
    rows = [traced.at("head_output", head)[query] for head in range(scenario.heads)]
    told = ", ".join(
        f"head {head + 1} ({', '.join(format_result(float(value), decimals_of(scenario)) for value in row)})"
        for head, row in enumerate(rows)
    )
    projected = getattr(scenario.inputs, "W_O", None) is not None
    what = "multiply by W_O: what is the output?" if projected else "write down the whole row."
    question = f"For {query_name(traced, query)} the heads put out: {told}. Put them side by side and {what}"
    cells = _row(traced, "output" if projected else "concatenated", None, query)
    given = ("W_O",) if projected else ()
    made = _exercise("concatenation", seed, traced, question, cells, given, 0, after="head_output")
    return replace(made, tab="concat")


def _exercise(
    kind: str,
    seed: int | None,
    traced: Trace,
    question: str,
    cells: tuple[Cell, ...],
    given: Sequence[str],
    head: int,
    after: str | None = None,
) -> Exercise:
    """With every stage covered that comes after `after` (the asked one unless said), and the rest of asked rows."""
    own = cells[0]
    last = traced.stages.index(after or own.name)
    unseen = []
    # With one head and no W_O the output has three names; one of them covers all.
    named_twice = ("head_output", "concatenated") if is_output(traced) else ()
    for name in (name for name in traced.stages[last + 1 :] if name not in named_twice):
        rows, columns = shape_of(traced, name)
        for each in range(traced.sizes.heads) if BY_NAME[name].per_head else (None,):
            unseen += _around(Region(name, each, (0, rows), (0, columns)), cells)
    if own.name in traced.stages[: last + 1]:
        rows, columns = shape_of(traced, own.name)
        row = Region(own.name, own.head, (own.row, own.row + 1), (0, columns))
        unseen += _around(row, cells)
    return Exercise(kind, seed, traced.scenario, question, cells, tuple(unseen), tuple(given), head=head)


def _around(region: Region, cells: tuple[Cell, ...]) -> list[Region]:
    """The region without the asked cells, row by row where some lie in it."""
    inside = {(cell.row, cell.column) for cell in cells if (cell.name, cell.head) == (region.name, region.head)}
    if not inside:
        return [region]
    found = []
    for row in range(*region.rows):
        start = region.columns[0]
        for column in range(region.columns[0], region.columns[1] + 1):
            if column == region.columns[1] or (row, column) in inside:
                if column > start:
                    found.append(Region(region.name, region.head, (row, row + 1), (start, column)))
                start = column + 1
    return found


def _pair(kind: str, seed: int | None, scenario: Scenario, *, visible: bool = False) -> tuple[Trace, int, int, int]:
    """A head, a query and a key; with `visible` a key that the query may see among others."""
    draw, traced = _draw(kind, seed), trace(scenario)
    size = traced.sizes
    head, query = draw.randrange(size.heads), draw.randrange(size.T)
    keys = list(range(size.S))
    if visible:
        allowed = scenario.mask.allowed(size.T, size.S)
        queries = [row for row in range(size.T) if allowed[row].sum() > 1] or list(range(size.T))
        query = draw.choice(queries)
        keys = [key for key in keys if allowed[query, key]] or keys
    return traced, head, query, draw.choice(keys)


def _draw(kind: str, seed: int | None) -> Random:
    return Random(f"attnviz practice, {kind}, choice, {seed}")


def _row(traced: Trace, name: str, head: int | None, row: int) -> tuple[Cell, ...]:
    return tuple(Cell(name, head, row, column) for column in range(shape_of(traced, name)[1]))


def _of_head(traced: Trace, head: int) -> str:
    return f" in head {head + 1}" if traced.sizes.heads > 1 else ""


def _columns(traced: Trace, letter: str, head: int, width: int) -> str:
    """W_Q, or the columns of it that belong to one head."""
    if traced.sizes.heads == 1:
        return f"W_{letter}"
    slot = head if letter == "Q" else head * traced.sizes.kv_heads // traced.sizes.heads
    return f"columns {slot * width + 1} to {(slot + 1) * width} of W_{letter}"
