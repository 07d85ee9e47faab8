"""What cannot be imported, said in words; and the sizes from which on nothing is read at all."""

from __future__ import annotations

from attnviz.content.numerals import grouped
from attnviz.engine.errors import AttentionError, Where

MOST_NUMBERS = 4_000_000  # of one matrix: 2000 × 2000; more is no table that people look into
MOST_STORED = 1 << 27  # of one array of a file of arrays: the weights of eight heads over 4,096 tokens
MOST_ROWS = 500_000  # of one text: more rows than there are ever tokens, each of which costs time whatever is in it
MOST_TEXT_BYTES = 64 << 20
LONGEST_CELL = 400  # characters of one number; the longest that a float64 is ever printed with is shorter by far
MOST_ARRAYS = 1_000  # in one text


class BadBlock(AttentionError):
    """A text that is no block of numbers. The message names the row and column where there is one."""


class EmptyCell(BadBlock):
    """An empty cell among numbers, which may stand for 0: ask."""


class TwoReadings(BadBlock):
    """Each row holds one comma, which may be a decimal mark or stand between two numbers: ask, and say which."""


class TooMuch(BadBlock):
    """More numbers than are read at once; said before room is made for them."""


def too_many(numbers: int | None = None) -> TooMuch:
    """The refusal of a matrix that is too large; numbers: how many there are, where that is known."""
    there = "This holds more numbers than" if numbers is None else f"This holds {grouped(numbers)} numbers, more than"
    return TooMuch(f"{there} the {grouped(MOST_NUMBERS)} that are read at once. Save a part of it.", Where("block"))


def too_many_rows() -> TooMuch:
    """The refusal of a text of too many rows, or of brackets."""
    return TooMuch(
        f"This has more rows than the {grouped(MOST_ROWS)} that are read at once. Save a part of it.", Where("block")
    )


def short(text: str, most: int = 24) -> str:
    """A piece of a text on one line, short enough for a message."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"
