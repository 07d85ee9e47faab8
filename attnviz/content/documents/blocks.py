"""What a worked example consists of, before anybody decides whether it becomes LaTeX or Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.explanation_parts import Explanation
from attnviz.content.glimpse import Glimpse
from attnviz.content.tables import Table


@dataclass(frozen=True)
class Heading:
    """The title of the document (level 0), of a part (1) or of a step (2)."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Words:
    """A paragraph of plain sentences."""

    text: str


@dataclass(frozen=True)
class Facts:
    """Names with what is to be said about each."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Labels:
    """All labels of one axis, in full, after a word for what they are."""

    word: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Matrix:
    """One matrix: symbol = equation = numbers.

    symbol, equation: LaTeX; an empty equation gives the matrix as it is. title, sentence: what it is called and what
    it says. number: the symbol of one of its numbers. table: None where it has no numbers, and `reason` says why; or
    where they are those of `equation` and would only be repeated.
    """

    title: str
    sentence: str
    symbol: str
    equation: str
    number: str
    table: Table | Glimpse | None
    reason: str = ""


@dataclass(frozen=True)
class Chain:
    """The arithmetic of one number."""

    explanation: Explanation


Block = Heading | Words | Facts | Labels | Matrix | Chain
