"""How numbers are written in a text: decimal mark, groups of thousands, −∞, true and false; and reading a cell."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from attnviz.content.expressions import BadNumber
from attnviz.content.importing.printouts import PRINT_ALL
from attnviz.content.importing.refusals import LONGEST_CELL, BadBlock, EmptyCell, short
from attnviz.content.numerals import parse_number
from attnviz.engine.errors import Where

Decimal = Literal["point", "comma", "either"]

_SPACES = "\u0020\u00a0\u2007\u2009\u202f"  # what groups thousands where no separator stands between cells
_GROUPED_BY_SPACE = re.compile(rf"[-+−]?[0-9]{{1,3}}(?:[{_SPACES}'’][0-9]{{3}})+(?![0-9])")
_POINTS_GROUP = re.compile(r"[-+−]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?P<rest>,[0-9]*)?")
_COMMAS_GROUP = re.compile(r"[-+−]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?P<rest>\.[0-9]*)?")
_MINUS_INFINITY = re.compile(r"[-−](?:inf|infinity|∞)", re.IGNORECASE)
_PLAIN = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?")
_MINUS_ZERO = re.compile(r"-0(?:\.0)?")  # as programs write it
_COMPLEX = re.compile(r"[-+−.0-9eE]*[0-9.][jJ]\)?|\(?[-+−]?[-+−.0-9eE]+[-+−][0-9.]+(?:[eE][-+]?[0-9]+)?[jJ]\)?")
_PERCENT = re.compile(rf"(?P<number>[^%]*[0-9.,])[{_SPACES}]*%")
_IN_BRACKETS = re.compile(r"\(\s*(?P<number>[0-9][0-9.,\s]*)\)")  # 3 below zero on a balance sheet, 3 in a formula
_CUT_OFF = re.compile(r"[-+−–]?[0-9]+,")
_FLAGS = {"true": True, "false": False, "wahr": True, "falsch": False, "vrai": True, "faux": False,
          "prawda": True, "fałsz": False}  # fmt: skip
_ELLIPSES = ("...", "…")
_STARTS = frozenset("0123456789.,+-−–√(∞")


@dataclass(frozen=True)
class Marks:
    """How the numbers of a text are written.

    decimal: "either" takes a point or a comma in each cell. groups: thousands may be grouped. infinities: −∞ is read.
    """

    decimal: Decimal = "either"
    groups: bool = False
    infinities: bool = False


PASTED = Marks()
PASTED_BIAS = Marks(infinities=True)
IMPORTED = Marks(groups=True, infinities=True)


def looks_like_number(text: str) -> bool:
    """True if a cell begins as numbers do, or is an infinity, NaN, true or false."""
    plain = text.strip()
    return plain[:1] in _STARTS and plain not in ("-", "–", "+", ".", ",", "(") if plain else False


def is_number_or_flag(text: str) -> bool:
    """True for what `looks_like_number`, and for words that stand for a value: true, inf, nan."""
    return looks_like_number(text) or flag(text) is not None or text.strip().lower() in ("inf", "nan")


def flag(text: str) -> bool | None:
    """True or False if the cell says so, as spreadsheets and notebooks write it."""
    return _FLAGS.get(text.strip().lower())


def read_cell(text: str, marks: Marks, row: int, column: int, *, word: str = "Row") -> float:
    """The number of one cell. Raises BadBlock with its place, which counts from 0; word: what a row is called."""
    where = Where("block", row, column)
    place = f"{word} {row + 1}, column {column + 1}"
    plain = text.strip()
    if not plain:
        raise EmptyCell(f"{place} is empty. Fill it, with 0 if need be.", where)
    if plain in _ELLIPSES:
        raise BadBlock(f"This printout leaves numbers out at “...”. {PRINT_ALL}", where)
    if len(plain) > LONGEST_CELL:
        raise BadBlock(f"{place} is longer than {LONGEST_CELL} characters. Write one number there.", where)
    if plain == "--":
        raise BadBlock(f"{place} is masked (--). Fill the gaps of the masked array with numbers first.", where)
    if _COMPLEX.fullmatch(plain):
        raise BadBlock(f"{place}, “{short(plain)}”, is a complex number. Give real numbers.", where)
    if marks.infinities and _MINUS_INFINITY.fullmatch(plain):
        return -math.inf
    if _MINUS_ZERO.fullmatch(plain):
        return -0.0
    bracketed = _IN_BRACKETS.fullmatch(plain)
    if bracketed is not None:
        number = bracketed["number"].strip()
        raise BadBlock(f"{place}, “{short(plain)}”, may be {number} or −{number}. Write one of them.", where)
    if _CUT_OFF.fullmatch(plain):
        raise BadBlock(f"{place}, “{short(plain)}”, ends in a comma. Write its decimals, or none.", where)
    percent = _PERCENT.fullmatch(plain) if marks.infinities else None
    try:
        if percent is not None:
            return _hundredth(_in_plain_marks(percent["number"].strip(), marks))
        return parse_number(_in_plain_marks(plain, marks))
    except BadNumber as error:
        raise BadBlock(f"{place}, “{short(plain)}”: {error}", where) from error


def is_percent(text: str) -> bool:
    """True for a cell such as 23 %."""
    return text.rstrip().endswith("%") and _PERCENT.fullmatch(text.strip()) is not None


def _hundredth(number: str) -> float:
    """So many percent, as the nearest number there is: 7.1 % is 0.071."""
    plain = number.replace(",", ".").replace("−", "-").replace("–", "-")
    return parse_number(f"{plain}e-2" if _PLAIN.fullmatch(plain) else f"({number})/100")


def _in_plain_marks(text: str, marks: Marks) -> str:
    """The number without what groups its thousands, and with a point. Raises BadNumber for the other decimal mark."""
    if marks.groups:
        found = _GROUPED_BY_SPACE.match(text)
        if found:
            text = re.sub(rf"[{_SPACES}'’]", "", found.group()) + text[found.end() :]
    if marks.decimal == "either":
        return text
    group, mark, other, word = (
        (_COMMAS_GROUP, ".", ",", "point") if marks.decimal == "point" else (_POINTS_GROUP, ",", ".", "comma")
    )
    if group.fullmatch(text):
        text = text.replace(other, "")
    elif other in text:
        raise BadNumber(f"The decimal mark is the {word} here. Write the number so, or choose the other mark.")
    return text.replace(mark, ".")


@dataclass(frozen=True)
class MarkEvidence:
    """Which decimal mark the cells of a text show: cells that only one reading explains, and one that both do."""

    commas: int
    points: int
    example: str  # a cell that both readings explain, "" if there is none
    comma_example: str
    point_example: str


def mark_evidence(cells: Iterable[str]) -> MarkEvidence:
    """What the cells say about the decimal mark. A cell such as 1,234 may be 1.234 or 1234, 0,5 and 1,5 may not."""
    commas = points = 0
    example = comma_example = point_example = ""
    for cell in cells:
        text = cell.strip()
        if len(text) > LONGEST_CELL or ("," not in text and "." not in text) or not looks_like_number(text):
            continue
        comma_group, point_group = _COMMAS_GROUP.fullmatch(text), _POINTS_GROUP.fullmatch(text)
        sure_point = ("." in text and not point_group) or bool(comma_group and (comma_group["rest"] or _many(text)))
        sure_comma = ("," in text and not comma_group) or bool(point_group and (point_group["rest"] or _many(text)))
        if sure_point and sure_comma:
            continue  # such as an expression of both; it is read as it is, or refused with its place
        if sure_comma:
            commas += 1
            comma_example = comma_example or text
        elif sure_point:
            points += 1
            point_example = point_example or text
        else:
            example = example or text
    return MarkEvidence(commas, points, example, comma_example, point_example)


def _many(text: str) -> bool:
    return text.count(",") + text.count(".") > 1
