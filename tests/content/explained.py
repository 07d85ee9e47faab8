"""Explanations taken apart for tests: their lines of arithmetic, their titles, their words."""

from __future__ import annotations

from attnviz.content.explanation import Explanation, explain
from attnviz.engine.cells import Cell
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace


def explained(scenario: Scenario, cell: Cell, decimals: int = 3, **options: object) -> Explanation:
    return explain(trace(scenario), cell, decimals, **options)


def numbers(scenario: Scenario, cell: Cell, decimals: int = 3) -> list[str]:
    return [line for step in explained(scenario, cell, decimals).steps for line in step.text.split("\n")]


def titles(scenario: Scenario, cell: Cell) -> list[str]:
    return [step.title for step in explained(scenario, cell).steps]


def words(scenario: Scenario, cell: Cell) -> str:
    """Those of the last step."""
    return explained(scenario, cell).steps[-1].said
