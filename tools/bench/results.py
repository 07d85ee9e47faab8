"""What a run found: each promise with its numbers, the scaling curves, the machine; and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from tools.bench.promises import Promise, Sense
from tools.bench.timing import Spread

NOBODY = Spread(())  # where nothing was measured
_SPREADS = ("ours", "theirs", "value", "halted")
Rounds = Mapping[str, Mapping[str, Spread]]  # by variant and by what it measured


@dataclass(frozen=True)
class Result:
    """A promise and what came of it. value: the ratio or number that is held against the bar.

    ours, theirs: what each round found, in the unit of the variant: seconds, MB, ms or none; theirs is empty where
    there is only a number. halted: what rounds found while the machine halted, empty where nobody looked.
    """

    key: str
    title: str
    sense: Sense
    bar: float
    unit: str
    our_name: str
    their_name: str
    ours: Spread
    theirs: Spread
    value: Spread
    halted: Spread = NOBODY

    @property
    def kept(self) -> bool:
        """True if the median of the rounds reaches the bar."""
        return self.value.median <= self.bar if self.sense == "at most" else self.value.median >= self.bar


@dataclass(frozen=True)
class Curves:
    """Medians by what was measured, one for each size."""

    sizes: tuple[int, ...]
    values: dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Run:
    """All of one run."""

    machine: dict[str, str]
    results: tuple[Result, ...]
    curves: Curves | None

    @property
    def kept(self) -> int:
        """How many promises are kept."""
        return sum(result.kept for result in self.results)


def result_of(promise: Promise, rounds: Rounds) -> Result:
    """Holds what the rounds found against the bar, round by round: both of a round had the same machine."""
    ours = rounds[promise.ours.variant.name][promise.ours.what]
    if promise.theirs is None:
        theirs, value, their_name = NOBODY, ours, ""
    else:
        theirs = rounds[promise.theirs.variant.name][promise.theirs.what]
        value = ours.over(theirs) if promise.sense == "at most" else theirs.over(ours)
        their_name = promise.theirs.variant.name
    halted = NOBODY if promise.halted is None else rounds[promise.halted.variant.name][promise.halted.what]
    return Result(
        promise.key, promise.title, promise.sense, promise.bar, promise.unit, promise.ours.variant.name, their_name,
        ours, theirs, value, halted,
    )  # fmt: skip


def to_json(run: Run) -> str:
    """The run as JSON, with every round in it."""
    data = asdict(run)
    for told, result in zip(data["results"], run.results, strict=True):
        told["kept"] = result.kept
        for name in _SPREADS:
            told[name] = [float(f"{value:.6g}") for value in getattr(result, name).values]
    if run.curves is not None:
        data["curves"]["values"] = {
            name: [float(f"{value:.6g}") for value in values] for name, values in run.curves.values.items()
        }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
