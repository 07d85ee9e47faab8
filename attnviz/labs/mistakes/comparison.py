"""One mistake on one scenario: both programs, both outcomes, and the symptom that tells them apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.engine.scenario import Scenario
from attnviz.labs.given import visible
from attnviz.labs.mistakes.catalogue import Mistake
from attnviz.labs.mistakes.outcome import Outcome, made_by, made_by_engine, made_with_empty_rows
from attnviz.labs.mistakes.program import Lines, Parts, lines_of, program
from attnviz.labs.mistakes.symptoms import Case, Symptom


@dataclass(frozen=True)
class Comparison:
    """right is the engine's, wrong what the wrong lines made. case: what `Mistake.find` judged for the wrong side."""

    mistake: Mistake
    scenario: Scenario
    note: str
    right_parts: Parts
    wrong_parts: Parts
    right: Outcome
    wrong: Outcome
    case: Case

    @property
    def symptom(self) -> Symptom | None:
        """What gives the wrong side away; None where this scenario does not show it."""
        return self.mistake.find(self.case)

    def lines(self) -> tuple[Lines, Lines]:
        """The right and the wrong lines of the parts that matter."""
        shown = self.mistake.shown_parts(self.right_parts, self.scenario)
        return (*self.mistake.refuses, *lines_of(self.right_parts, shown)), lines_of(self.wrong_parts, shown)


def compare(mistake: Mistake, scenario: Scenario, factor: float) -> Comparison:
    """Both sides of one mistake. factor: by which scores are multiplied where the mistake needs large ones.

    Raises AttentionError where the scenario cannot show it, or has no right numbers itself.
    """
    prepared = mistake.prepare(scenario, factor)
    given = prepared.scenario
    parts = program(given)
    wrong_parts = parts | mistake.rewrite(parts, given)
    right = made_with_empty_rows(given) if mistake.refuses else made_by_engine(given)
    wrong = made_by(wrong_parts, given)
    allowed = np.array([visible(given, head) for head in range(given.heads)])
    case = Case(wrong, wrong_parts, right, given, allowed)
    return Comparison(mistake, given, prepared.note, parts, wrong_parts, right, wrong, case)
