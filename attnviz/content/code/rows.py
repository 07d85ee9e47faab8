"""Rows of a program before they are text: what is computed, what is said about it, and which stages it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

COMMENT_COLUMN = 60  # the furthest to the right that comments are lined up
WIDEST = 110  # signs of a line with its comment; with more, the comment stands above


@dataclass(frozen=True)
class CodeLine:
    """One line of a program. stages: the stages or the input whose numbers it makes, the last one its result."""

    text: str
    stages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A line whose comment is not yet in its column."""

    code: str
    comment: str = ""
    stages: tuple[str, ...] = ()


BLANK = Row("")


def row(code: str, comment: str = "", *stages: str) -> Row:
    """A row that makes those stages."""
    return Row(code, comment, stages)


def indented(rows: Iterable[Row]) -> list[Row]:
    """The rows one level further in."""
    return [replace(one, code=f"    {one.code}" if one.code else "") for one in rows]


def lined_up(rows: Sequence[Row]) -> Iterator[CodeLine]:
    """The rows as lines; the comments of rows without a blank one between them stand in one column."""
    start = 0
    for place in range(len(rows) + 1):
        if place == len(rows) or rows[place] == BLANK:
            yield from _block(rows[start:place])
            if place < len(rows):
                yield CodeLine("")
            start = place + 1


def _block(rows: Sequence[Row]) -> Iterator[CodeLine]:
    told = [len(one.code) for one in rows if one.comment]
    column = max((width for width in told if width <= COMMENT_COLUMN), default=0)
    for one in rows:
        text = f"{one.code:<{column}}  # {one.comment}" if one.comment else one.code
        if len(text) > WIDEST and one.comment:
            margin = " " * (len(one.code) - len(one.code.lstrip()))
            yield CodeLine(f"{margin}# {one.comment}", one.stages)
            text = one.code
        yield CodeLine(text, one.stages)
