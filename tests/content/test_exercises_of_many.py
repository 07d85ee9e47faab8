"""Exercises about a scenario that nobody computes by hand: its sizes are asked for, and none of its numbers is read."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import Projected, Scenario
from attnviz.content.practice import kinds
from attnviz.content.practice.kinds import exercises

DRAW = np.random.default_rng(0)
LONG = Scenario(Projected(DRAW.normal(size=(40, 24)), *(DRAW.normal(size=(24, 24)) for _ in range(4))), heads=3)


def test_its_numbers_are_not_written_as_on_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_scenario: Scenario) -> Scenario:
        raise AssertionError("its numbers were rounded")

    monkeypatch.setattr(kinds, "on_paper", refuse)
    assert {one.kind for one in exercises(7, 8, (), LONG)} == {"shape", "parameters"}


def test_no_question_stands_twice_on_a_sheet() -> None:
    questions = [one.question for one in exercises(7, 20, (), LONG)]
    assert len(questions) == len(set(questions))
    # The learned numbers, and the shapes of weights, scores, queries, keys, head output and concatenation.
    assert len(questions) == 7
