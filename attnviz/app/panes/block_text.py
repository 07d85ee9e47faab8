"""A block of numbers as the clipboard carries it, written and read piece by piece, so that it can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Stopped, Where

if TYPE_CHECKING:
    from attnviz.app.importing.two_readings import TextReading
    from attnviz.content.blocks import Block, TwoReadings

BESIDE = 30_000  # numbers that are written beside the window: in it they would take a twentieth of a second
BESIDE_TEXT = 200_000  # characters that are read there
_MOST_AS_TABLE = 100_000  # numbers that are copied as HTML too, which is five times as long as the text
_PIECE = 4096  # numbers between two reports

Report = Callable[[float], bool]


@dataclass(frozen=True)
class Ambiguous:
    """Text that can be read in two ways, both of them, and what is raised where nobody says which is meant."""

    error: TwoReadings
    readings: tuple[TextReading, TextReading]


def unreported(_part: float) -> bool:
    """Goes on: where nobody waits."""
    return True


def refuse_too_many(values: Array, name: str) -> None:
    """Raises FieldError for more numbers than other programs take from a clipboard."""
    from attnviz.app.copying import MOST_COPIED  # here, so that the window opens sooner
    from attnviz.content.numerals import grouped

    if values.size > MOST_COPIED:
        words = f"{grouped(values.size)} numbers are too many for the clipboard, at most {grouped(MOST_COPIED)}."
        raise FieldError(f"{words} Export them to a file, or copy fewer rows.", Where(name))


def written(values: Array, report: Report) -> tuple[str, str | None]:
    """The block as text, and as an HTML table where it is small. Raises Stopped where `report` says so."""
    from attnviz.content.blocks import block_html, format_block  # here, so that the window opens sooner

    step = max(1, _PIECE // max(1, values.shape[1]))
    pieces = []
    for start in range(0, values.shape[0], step):
        pieces.append(format_block(values[start : start + step]))
        if not report(min(1.0, (start + step) / values.shape[0])):
            raise Stopped
    return "\n".join(pieces), block_html(values) if values.size <= _MOST_AS_TABLE else None


def read(text: str, report: Report, *, hides: bool) -> Block | Ambiguous:
    """The numbers that a text holds. hides: −∞ is one of them. Raises BadBlock."""
    from attnviz.content.blocks import TwoReadings, parse_block  # here, so that the window opens sooner

    try:
        return parse_block(text, hides=hides, report=report)
    except TwoReadings as error:
        from attnviz.app.importing.two_readings import TextReading  # here, so that the window opens sooner

        decimal, separator = (parse_block(text, comma=comma, hides=hides) for comma in ("decimal", "separator"))
        readings = (
            TextReading("decimal", "One number a row", decimal),
            TextReading("separator", "Two numbers a row", separator),
        )
        return Ambiguous(error, readings)
