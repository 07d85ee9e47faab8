"""The inspector's page as data: a heading, and steps whose operands lead to their own arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.explanation_parts import PLUS, Part, text_of
from attnviz.engine.cells import Cell


@dataclass(frozen=True)
class PageLine:
    """Parts that belong together. prose: a sentence that may break between all words, no arithmetic."""

    parts: tuple[Part, ...]
    prose: bool = False

    @property
    def text(self) -> str:
        """The line without colours."""
        return text_of(self.parts)

    @property
    def name(self) -> Part | None:
        """The part before a colon, which says whose number it is, also after a plus; None where there is none."""
        parts = self.parts[1:] if self.parts and self.parts[0].text == PLUS else self.parts
        return parts[0] if len(parts) > 1 and not self.prose and parts[1].text.startswith(":") else None


@dataclass(frozen=True)
class PageStep:
    """Lines under one title. cell: the number that the step makes, to which its title leads. formula: LaTeX, set first;
    name: what its left side is called.

    counted: whether it is one of the numbered steps of a calculation, or something else that is said.
    """

    title: str
    lines: tuple[PageLine, ...]
    cell: Cell | None = None
    formula: str = ""
    counted: bool = True
    name: str = ""


@dataclass(frozen=True)
class Page:
    """A heading, the soft words after it, a sentence, and the steps; `close` ends the page in soft letters."""

    heading: str
    place: str
    sentence: str
    steps: tuple[PageStep, ...]
    close: str = ""
    numbered: bool = True  # whether the steps are those of one calculation
    whole: str = ""  # the heading with whole names, where it was shortened
    waiting: bool = False  # its numbers are being computed
    result: Part | None = None  # the number that the page explains, after its heading
    mark: str = ""  # why its numbers are old, to be said before anything else


def lines_of(parts: tuple[Part, ...], *, prose: bool = False) -> tuple[PageLine, ...]:
    """Parts that may hold line breaks as lines."""
    lines: list[list[Part]] = [[]]
    for part in parts:
        if part.text == "\n":
            lines.append([])
        else:
            lines[-1].append(part)
    return tuple(PageLine(tuple(line), prose) for line in lines if line)


def sentence(text: str, role: str = "plain") -> PageLine:
    """A line that is one sentence."""
    return PageLine((Part(text, "error" if role == "error" else "plain"),), prose=True)
