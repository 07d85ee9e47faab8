"""How a practice goes: what was right at once, what after hints, and how many in a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Outcome = Literal["first", "later", "hinted", "shown"]


@dataclass(frozen=True)
class Attempt:
    """One exercise as it goes: wrong tries, hints opened, and whether the answer was shown."""

    wrong: int = 0
    hints: int = 0
    shown: bool = False

    @property
    def outcome(self) -> Outcome:
        """How it counts once every answer is right; a shown answer never counts as right."""
        if self.shown:
            return "shown"
        return "hinted" if self.hints else "later" if self.wrong else "first"


@dataclass(frozen=True)
class Score:
    """Exercises done: right at the first try, after wrong tries, after hints, and shown. streak: firsts in a row."""

    first: int = 0
    later: int = 0
    hinted: int = 0
    shown: int = 0
    streak: int = 0
    best: int = 0

    def after(self, attempt: Attempt) -> Score:
        """The score with one more exercise done."""
        outcome = attempt.outcome
        streak = self.streak + 1 if outcome == "first" else 0
        counted = replace(self, streak=streak, best=max(self.best, streak))
        return replace(counted, **{outcome: getattr(self, outcome) + 1})

    @property
    def right(self) -> int:
        """Exercises that were solved, at once or not."""
        return self.first + self.later + self.hinted

    @property
    def words(self) -> str:
        """The score in a line: "3 of 5 right, 2 at the first try · 1 with hints · 2 shown"."""
        if not self.right and not self.shown:
            return "Nothing done yet"
        of = f"{self.right} of {self.right + self.shown} right"
        parts = [f"{of}, {self.first} at the first try" if self.right else of]
        parts += [f"{self.hinted} with hints"] if self.hinted else []
        parts += [f"{self.shown} shown"] if self.shown else []
        parts += [f"{self.streak} in a row"] if self.streak > 1 else []
        return " · ".join(parts)
