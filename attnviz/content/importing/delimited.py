"""Text tables as a file or a clipboard holds them: which separator, which decimal mark, and then their tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from attnviz.content.importing.choices import Choice, choice
from attnviz.content.importing.found import Reading
from attnviz.content.importing.grid import (
    DELIMITERS,
    Delimiter,
    commas_separate,
    cut,
    guess_delimiter,
    labelled,
    plain_lines,
)
from attnviz.content.importing.marks import looks_like_number
from attnviz.content.importing.refusals import BadBlock, TwoReadings, short
from attnviz.content.importing.sheets import Sheet, tables_of
from attnviz.engine.errors import Where

_WORDS = {"tab": "tabs", "semicolon": "semicolons", "comma": "commas", "space": "spaces"}
_NAMES = {mark: name for name, mark in DELIMITERS.items()}
_LONG_LINE = 100_000
_LOOKED_AT = 1_000  # cells of a row
_SAMPLE = 1_000  # rows that tell whether commas stand between numbers
# What reads as decimals: 0,05 and 1,576 and -0,5; what can only be two numbers: 3,-1.
_DECIMALS = re.compile(r"[-+−]?[0-9]*,(?:0[0-9]+|[0-9]{3,})(?:[eE].*)?|[-−]0,.*|,.*")
_SCALE = re.compile(r"[0-9]\.[0-9]+[eE][-+]?[0-9]{1,3} ?\*")  # as MATLAB prints 1.0e+03 * above a matrix
_SIGN_BEHIND = re.compile(r"[^,]*,\s*[-+−].*")


def table_in(text: str, reading: Reading) -> tuple[Sheet, str]:
    """The tables of a text, and in words what stands between their cells, "" for one column. Raises BadBlock."""
    if not text.strip():
        raise BadBlock("There is nothing in it. Give a table of numbers.", Where("block"))
    lines = _some_lines(text)
    scale = next((line for line in lines if _SCALE.fullmatch(line)), None)
    if scale is not None:
        raise BadBlock(f"“{scale}” multiplies all numbers below it. Print them without (format longG).", Where("block"))
    delimiter, comma = _delimiter(text, lines, reading)
    if comma is not None and delimiter == " ":
        reading = replace(reading, decimal="comma")
    elif comma is not None:
        reading = replace(reading, decimal=None)
    sheet = tables_of(cut(text, delimiter), reading)
    name = _NAMES[delimiter]
    choices = list(sheet.choices)
    if comma is not None:
        choices = [comma, *(made for made in choices if made.key != "decimal")]
    else:
        others = [one for one, mark in DELIMITERS.items() if one == name or _even(lines, mark)]
        if len(others) > 1 or reading.delimiter is not None:
            made = choice("delimiter", "Between cells stand", {one: _WORDS[one] for one in others}, name, _why(name))
            choices.insert(0, replace(made, guessed=reading.delimiter is None))
    wide = any(array.shape[-1] > 1 for array in sheet.arrays)
    return replace(sheet, choices=tuple(choices)), _WORDS[name] if wide else ""


def _some_lines(text: str) -> list[str]:
    """The first lines that say something, without the spaces around them."""
    lines = [line.strip() for line in plain_lines(text[: 1 << 20]).split("\n", _SAMPLE)[:_SAMPLE]]
    return [line for line in lines if line and not line.startswith("# ")]


def _delimiter(text: str, lines: Sequence[str], reading: Reading) -> tuple[Delimiter, Choice | None]:
    """What stands between cells; and the choice of what a comma is, where a text can be read both ways."""
    if reading.delimiter in DELIMITERS:
        return DELIMITERS[reading.delimiter], None
    found = labelled(text) or guess_delimiter(text)
    if found is not None:
        return found, None
    if any('"' in line for line in lines):
        return "," if any("," in line for line in lines) else " ", None
    if _are_two_or_one(lines) and reading.header != "both":
        made = _comma_choice(lines, reading)
        return ("," if made.value == "point" else " "), made
    numeric = [line for line in lines if looks_like_number(line)]
    if _commas_part_words(lines) or not numeric:
        return ("," if any("," in line for line in lines) else " "), None
    try:
        return ("," if commas_separate(numeric, None) else " "), None
    except TwoReadings:  # not all that stands beside the commas are numbers
        return ",", None


def _are_two_or_one(lines: Sequence[str]) -> bool:
    """True if each row is one comma between digits, so that it may be one number or two."""
    if any(line.count(",") != 1 or re.search(r"[\s.]", line) for line in lines):
        return False
    bare = all(line.startswith(",") for line in lines)  # ,5 for 0.5
    return bool(lines) and all(
        all(map(looks_like_number, line.removeprefix(",").split(",") if bare else line.split(","))) for line in lines
    )


def _comma_choice(lines: Sequence[str], reading: Reading) -> Choice:
    """One number or two: two, unless some row can only be decimals."""
    decimals = next((line for line in lines if _DECIMALS.fullmatch(line[:100])), None)
    signs = next((line for line in lines if _SIGN_BEHIND.fullmatch(line[:100])), None)
    if signs is not None:
        value, reason = "point", f"{short(signs)} can only be two numbers."
    elif decimals is not None:
        value, reason = "comma", f"{short(decimals)} reads as one number with decimals."
    else:
        value, reason = "point", f"{short(lines[0])} may be two numbers or one with decimals."
    options = {"comma": "a comma: one number a row", "point": "a point: commas stand between numbers"}
    made = choice("decimal", "The decimal mark is", options, value, reason, certain=signs is not None)
    if reading.decimal in options:
        return replace(made, value=reading.decimal, guessed=False)
    return made


def _commas_part_words(lines: Sequence[str]) -> bool:
    """True if commas part words, or words and numbers, as in a header or labels, and no spaces do so more evenly."""
    cells = [line.split(",", _LOOKED_AT) for line in lines[:50] if "," in line]
    return any(cell.strip() and not looks_like_number(cell) for row in cells for cell in row if len(row) > 1) and not (
        _even(lines, " ") and not _even(lines, ",")
    )


def _even(lines: Sequence[str], mark: str) -> bool:
    """True if this separator cuts all rows into the same number of cells, more than one."""
    if mark == " ":
        if any(len(line) > _LONG_LINE for line in lines):
            return False
        counts = {len(re.split(" +", line)) for line in lines}
    else:
        counts = {line.count(mark) + 1 for line in lines}
    return len(counts) == 1 and counts.pop() > 1


def _why(name: str) -> str:
    return f"All rows have as many cells with {_WORDS[name]} between them."
