"""What is to become of found arrays, as data: parts with their target, and the plan that shows what comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy.typing as npt

from attnviz.content.importing.choices import Choice
from attnviz.content.importing.found import FoundArray, FoundTexts
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario

TARGETS: Mapping[str, str] = {
    "X": "X, one row a token",
    "source": "source, what keys and values are made of, where it is not X",
    "W_Q": "W_Q, projects X to queries",
    "W_K": "W_K, projects to keys",
    "W_V": "W_V, projects to values",
    "W_O": "W_O, projects the heads' outputs",
    "b_Q": "b_Q, added to the queries",
    "b_K": "b_K, added to the keys",
    "b_V": "b_V, added to the values",
    "b_O": "b_O, added to the output",
    "Q": "Q, finished queries",
    "K": "K, finished keys",
    "V": "V, finished values",
    "weights": "weights, finished attention",
    "bias": "bias, added to the scores",
    "mask": "mask, which keys are seen",
    "tokens": "tokens, the labels of the queries",
    "source_tokens": "source_tokens, the labels of the keys",
}


@dataclass(frozen=True, eq=False)
class Beside:
    """The finished stages, by name, of the file that a part comes from. exported: attnviz wrote that file."""

    stages: Mapping[str, FoundArray]
    exported: bool = False


@dataclass(frozen=True, eq=False)
class Part:
    """One found array with what it is to become.

    said: conventions that a person chose, key and value. hints: those that the place or the name of the array suggests;
    they are guesses still, and what was said comes first. proofs: why a hint is no guess, key and sentence. settings:
    single numbers of its file that say a setting, name and value.
    """

    array: FoundArray | FoundTexts
    target: str
    said: tuple[tuple[str, str], ...] = ()
    hints: tuple[tuple[str, str], ...] = ()
    proofs: tuple[tuple[str, str], ...] = ()
    beside: Beside | None = None
    settings: tuple[tuple[str, Any], ...] = ()

    def choosing(self, key: str, value: str) -> Self:
        """The same part with one convention said."""
        kept = tuple(pair for pair in self.said if pair[0] != key)
        return replace(self, said=(*kept, (key, value)))

    @property
    def words(self) -> Mapping[str, str]:
        """What was said, by key."""
        return dict(self.said)

    @property
    def likely(self) -> Mapping[str, str]:
        """What was said or is suggested, by key."""
        return dict((*self.hints, *self.said))


@dataclass(frozen=True, eq=False)
class Preview:
    """What one reading leads to: its title, the choice that it belongs to, and the matrix, or why there is none."""

    title: str
    key: str
    value: str
    chosen: bool
    matrix: npt.NDArray[Any] | None
    note: str = ""


@dataclass(frozen=True, eq=False)
class Placed:
    """One part as it goes into the scenario. matrix: None where there is a problem, and for labels.

    row_labels, column_labels: what the axes of the matrix are called, as far as the file says.
    """

    part: Part
    matrix: npt.NDArray[Any] | None = None
    row_labels: tuple[str, ...] | None = None
    column_labels: tuple[str, ...] | None = None
    choices: tuple[Choice, ...] = ()
    previews: tuple[Preview, ...] = ()
    notes: tuple[str, ...] = ()
    problem: AttentionError | None = None

    @property
    def target(self) -> str:
        """What it becomes."""
        return self.part.target


@dataclass(frozen=True, eq=False)
class Plan:
    """What comes of all parts together: the scenario, or the problem that keeps it from being made.

    dtype: its number format where another one is worth asking for, "" elsewhere.
    """

    placed: tuple[Placed, ...]
    scenario: Scenario | None
    problem: AttentionError | None
    notes: tuple[str, ...]
    label: str
    heads: int = field(default=1)
    dtype: str = ""
