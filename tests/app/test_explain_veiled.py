"""What a lesson has not reached yet is said by no explanation, at any depth and of any cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from attnviz.app.explaining.masking import masked
from attnviz.content.explanation import explain
from attnviz.content.explanation_text import as_latex, as_markdown, as_text
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell, Region
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.veil import kept_back
from attnviz.figures.view import Veil

DECIMALS = 4


def odd(**settings: Any) -> Scenario:
    """Unit 2 with numbers of which hardly two are alike to four decimals."""
    given = preset("by-hand")
    numbers = np.random.default_rng(3)
    changed: dict[str, Any] = {
        name: np.round(numbers.normal(size=values.shape), 5) for name, values in given.inputs.items()
    }
    inputs = replace(given.inputs, **changed)
    return replace(given, inputs=inputs, **settings)


def cells(traced: Trace, names: tuple[str, ...]) -> Iterator[Cell]:
    for name in names:
        head = 0 if name in BY_NAME and BY_NAME[name].per_head else None
        for row, column in np.ndindex(traced.at(name, head).shape[-2:]):
            yield Cell(name, head, row, column)


def written(traced: Trace, cell: Cell) -> str:
    """The number of a cell as it would be said, without its sign."""
    return f"{abs(float(traced.at(cell.name, cell.head)[cell.row, cell.column])):.{DECIMALS}f}"


def said_numbers(text: str) -> set[str]:
    """The decimals of every number in a text, without its sign and as far as they are compared."""
    return {number[: number.index(".") + 1 + DECIMALS] for number in re.findall(r"\d+\.\d{4,}", text)}


@pytest.mark.parametrize("settings", [{}, {"softcap": 1.5}, {"temperature": 0.7}, {"softcap": 2.5, "temperature": 1.3}])
@pytest.mark.parametrize("last", ["values", "scores", "scaled", "exponentials", "weights"])
def test_no_explanation_says_a_number_of_a_later_stage(settings: dict[str, Any], last: str) -> None:
    traced = trace(odd(**settings))
    stages = tuple(traced.stages)
    later = stages[stages.index(last) + 1 :]
    veil = Veil(
        unseen=tuple(
            Region(name, head, (0, traced.at(name, head).shape[-2]), (0, traced.at(name, head).shape[-1]))
            for name in later
            for head in ((0,) if BY_NAME[name].per_head else (None,))
        )
    )
    every = list(cells(traced, stages))
    values = {cell: written(traced, cell) for cell in every}
    hidden = {values[cell] for cell in every if kept_back(traced, veil, cell)}
    hidden -= {values[cell] for cell in every if not kept_back(traced, veil, cell)}
    assert len(hidden) > 2
    for cell in every:
        told = masked(explain(traced, cell, DECIMALS, terms=None), traced, veil)
        for write in (as_text, as_markdown, as_latex):
            for depth in ("words", "numbers", "formula"):
                found = said_numbers(write(told, depth)) & hidden
                assert not found, f"{cell} says {found} in {depth} of {write.__name__}"
