"""A lesson's prose in pieces: Markdown, formulas, glossary terms, and numbers that the engine fills in."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.content.lessons.expressions import NONE, LabNumbers, reads, value_of
from attnviz.content.numerals import GROUPED_FROM, amount, format_number, format_result
from attnviz.engine.cells import Region
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.tracing import Trace

UNKNOWN = "—"  # where a number has no value at present
COMPUTING = "…"  # where a laboratory has not come to its number yet
VEILED = "?"  # where a number is to be predicted
MOST_DECIMALS = 12

_MARK = re.compile(r"\\.|`+|\$\$?|\[\[|\{", re.DOTALL)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_OF_LAB = re.compile(r"\blab\.")
_DECIMALS = re.compile(r":\s*([0-9]{1,2})\s*$")


Marks = tuple[str, str] | Callable[[str], tuple[str, str]]


@dataclass(frozen=True)
class Piece:
    """A run of prose. `at` is where it begins in the text.

    kind: "markdown" and "code" are text as it stands, "formula" LaTeX in the line, "display" LaTeX on a line of its
    own, "term" a glossary term with the words that are shown, "value" an expression with its decimals or None.
    """

    kind: Literal["markdown", "code", "formula", "display", "term", "value"]
    text: str
    at: int
    words: str = ""
    decimals: int | None = None


class BadProse(AttentionError):
    """Prose with something left open. `at` is where it begins in the text."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message, Where("text", None, at))
        self.at = at

    def __reduce__(self) -> tuple[type[BadProse], tuple[str, int]]:
        """How it is copied to another process."""
        return type(self), (str(self), self.at)


def split_terms(text: str) -> tuple[Piece, ...]:
    """The pieces of prose, nothing lost: formulas, terms and numbers apart from the Markdown around them.

    What is left open, a `$` or `{` without its end, stays Markdown here; `left_open` names it.
    """
    return tuple(_joined(_pieces(text, None)))


def left_open(text: str) -> tuple[BadProse, ...]:
    """Each `$`, `[[` or `{` that has no end, and each number whose form is wrong."""
    found: list[BadProse] = []
    for _ in _pieces(text, found):
        pass
    return tuple(found)


def present(
    text: str,
    trace: Trace,
    lab_numbers: LabNumbers = NONE,
    decimals: int = 3,
    veiled: tuple[Region, ...] = (),
    *,
    marks: Marks = ("", ""),
) -> str:
    """The prose with each {…} replaced by its present number; formulas and terms stay as they are.

    A number without a value at present becomes "—", one that a laboratory still computes "…", one that reads veiled
    cells "?". marks: what stands before and
    after each, for whoever sets live numbers apart; a function is asked for those of each expression.
    """
    shown: list[str] = []
    for piece in split_terms(text):
        if piece.kind == "value":
            own = marks(piece.text) if callable(marks) else marks
            shown.append(_number(piece, trace, lab_numbers, decimals, veiled).join(own))
        else:
            shown.append(source_of(piece))
    return "".join(shown)


def source_of(piece: Piece) -> str:
    """The piece as it was written."""
    match piece.kind:
        case "formula":
            return f"${piece.text}$"
        case "display":
            return f"$${piece.text}$$"
        case "term":
            return f"[[{piece.text}]]" if piece.words == piece.text else f"[[{piece.text}|{piece.words}]]"
        case "value":
            return f"{{{piece.text}}}" if piece.decimals is None else f"{{{piece.text}:{piece.decimals}}}"
        case _:
            return piece.text


def shown_value(value: object, decimals: int) -> str:
    """A value in words and figures: 0.576, (1.720, 0.716), the rows of a table, true or false."""
    array = np.asarray(value)
    if array.dtype == np.bool_:
        return "true" if array.all() else "false"
    if array.ndim == 0:
        return _figure(float(array), decimals)
    parts = ", ".join(shown_value(part, decimals) for part in array)
    return f"({parts})" if array.ndim == 1 else parts


def covered(expression: str, trace: Trace, veiled: tuple[Region, ...]) -> bool:
    """True if the expression names a cell that one of the regions holds."""
    return any(
        (one.name, one.head) == (other.name, other.head)
        and one.rows[0] < other.rows[1]
        and other.rows[0] < one.rows[1]
        and one.columns[0] < other.columns[1]
        and other.columns[0] < one.columns[1]
        for one in reads(expression, trace)
        for other in veiled
    )


def _number(piece: Piece, trace: Trace, lab_numbers: LabNumbers, decimals: int, veiled: tuple[Region, ...]) -> str:
    try:
        if veiled and covered(piece.text, trace, veiled):
            return VEILED
        value = value_of(piece.text, trace, lab_numbers)
    except AttentionError:  # a hidden row, or a stage that is not there at present
        return COMPUTING if not lab_numbers and _OF_LAB.search(piece.text) else UNKNOWN
    return shown_value(value, decimals if piece.decimals is None else piece.decimals)


def _figure(number: float, decimals: int) -> str:
    """A number to so many decimals; one that these would show as 0 keeps three digits, unless it is but an error.

    Large ones are written as laboratories write them: 1 048 576.
    """
    if GROUPED_FROM <= abs(number) < math.inf:
        return amount(number, decimals)
    if abs(number) >= 0.5 * 10.0**-decimals or abs(number) < 10.0**-MOST_DECIMALS:
        return format_result(number, decimals)
    return format_number(float(f"{number:.2e}"), MOST_DECIMALS)


def _pieces(text: str, complaints: list[BadProse] | None) -> Iterator[Piece]:
    """The pieces one after another; what is left open is told to `complaints` and stays Markdown."""
    at = 0
    while (mark := _MARK.search(text, at)) is not None:
        if mark.start() > at:
            yield Piece("markdown", text[at : mark.start()], at)
        start, sign = mark.start(), mark.group()
        found = _special(text, start, sign, complaints)
        if found is None:
            yield Piece("markdown", sign, start)
            at = mark.end()
        else:
            piece, at = found
            yield piece
    if at < len(text):
        yield Piece("markdown", text[at:], at)


def _special(text: str, start: int, sign: str, complaints: list[BadProse] | None) -> tuple[Piece, int] | None:
    """The piece that begins with this sign and where it ends; None where the sign is but text."""
    if sign.startswith("\\"):
        return None
    inside = start + len(sign)
    closing = {"$": "$", "$$": "$$", "[[": "]]", "{": "}"}.get(sign, sign)
    end = _closed(text, inside, closing)
    if end is None:
        if not sign.startswith("`") and complaints is not None:
            complaints.append(BadProse(_OPEN[sign], start))
        return None
    body, after = text[inside:end], end + len(closing)
    if sign.startswith("`"):
        return Piece("code", text[start:after], start), after
    if sign == "[[":
        term, _, words = body.partition("|")
        return Piece("term", term.strip(), start, words.strip() or term.strip()), after
    if sign == "{":
        decimals = _DECIMALS.search(body)
        expression = body[: decimals.start()] if decimals else body
        return Piece("value", expression.strip(), start, "", int(decimals[1]) if decimals else None), after
    return Piece("formula" if sign == "$" else "display", body, start), after


def _closed(text: str, inside: int, closing: str) -> int | None:
    """Where what was opened ends; inside one paragraph, except code and formulas on lines of their own."""
    paragraph = None if closing[0] == "`" or closing == "$$" else _PARAGRAPH_END.search(text, inside)
    last = len(text) if paragraph is None else paragraph.start()  # no further: texts may open a great many
    end = inside
    while (end := text.find(closing, end, last)) >= 0:
        if closing[0] == "`" and text.startswith("`", end + len(closing)):  # a longer run of back-ticks is another one
            end += len(closing) + 1
            continue
        if closing == "$" and text[end - 1] == "\\":
            end += 1
            continue
        break
    if end < 0 or (end == inside and closing != "]]"):
        return None
    return end


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Neighbouring Markdown as one piece."""
    last: Piece | None = None
    for piece in pieces:
        if last is not None and last.kind == piece.kind == "markdown":
            last = Piece("markdown", last.text + piece.text, last.at)
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


_OPEN = {
    "$": "a formula begins with $ and does not end. Close it with $, or write \\$ for the sign.",
    "$$": "a formula begins with $$ and does not end. Close it with $$.",
    "[[": "a term begins with [[ and does not end. Close it with ]].",
    "{": "a number begins with { and does not end. Close it with }, or write \\{ for the bracket.",
}
