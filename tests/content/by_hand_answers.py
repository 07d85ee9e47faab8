"""Answers about row 2 of unit 2, judged: what came of them and what is said."""

from __future__ import annotations

from dataclasses import replace

from attnviz import Projected, Scenario, Trace, trace
from attnviz.content.practice.judging import judge
from attnviz.engine.cells import Cell

X, W_Q, W_K, W_V = [[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [0, 1]], [[2, 0], [0, 1]]


def by_hand(**settings: object) -> Trace:
    """Unit 2: row 2 has scores 2, 1, 3; weights 0.283995, 0.140029, 0.575975; output (1.719942, 0.716005)."""
    given = Scenario(Projected(X, W_Q, W_K, W_V), tokens=("a", "b", "c"))  # type: ignore[arg-type]
    return trace(replace(given, **settings))  # type: ignore[arg-type]


def cell(name: str, row: int = 1, column: int = 2) -> Cell:
    """A cell of row 2, column 3 unless said."""
    return Cell(name, None if name in ("concatenated", "output") else 0, row, column)


def verdict(name: str, text: str, column: int = 2, **settings: object) -> str:
    """What came of the answer, for row 2."""
    return judge(by_hand(**settings), cell(name, 1, column), text).verdict


def note(name: str, text: str, column: int = 2, **settings: object) -> str:
    """What is said about the answer, for row 2."""
    return judge(by_hand(**settings), cell(name, 1, column), text).note
