"""One table of a lesson file, read entry by entry: what is of the wrong kind becomes a mistake and a default."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

from attnviz.content.lessons.mistakes import Complaints
from attnviz.content.lessons.model import Figures
from attnviz.content.lessons.toml_lines import Path
from attnviz.content.misspelling import nearest
from attnviz.content.strict_json import brief


class Written(float):
    """A number with the digits that were typed, so that their last decimal can say how exact it is meant."""

    text: str

    def __new__(cls, text: str) -> Written:
        number = super().__new__(cls, text)
        number.text = text
        return number

    @property
    def half_a_unit(self) -> float:
        """Half a unit of the last decimal that was typed, 0.0005 for 0.576; 0 without a decimal point."""
        mantissa, _, power = self.text.replace("_", "").lower().partition("e")
        decimals = len(mantissa.partition(".")[2])
        return 0.5 * 10.0 ** (int(power or 0) - decimals) if decimals else 0.0


class Entries:
    """The entries of one table at `path`. Every reader says what is wrong and comes back with something usable."""

    def __init__(self, values: Mapping[str, object], path: Path, complaints: Complaints) -> None:
        self.values, self.path, self.complaints = values, path, complaints

    def refuse_unknown(self, *known: str) -> None:
        """A mistake for each key that is none of these."""
        for key in self.values:
            if key not in known:
                near = nearest(key, known)
                remedy = f"Did you mean {near}?" if near else f"Choose one of: {', '.join(known)}."
                self.add(key, f"{brief(key)} is not known here. {remedy}")

    def add(self, key: str, text: str) -> None:
        """A mistake at an entry, or at the table where the entry is missing."""
        self.complaints.add((*self.path, key), text)

    def text(self, key: str, *, required: bool = False) -> str:
        """A text, "" where it is missing."""
        value = self.values.get(key)
        if value is None and not required:
            return ""
        if value is None:
            self.add(key, f"{key} is missing. Write {key} = “…”.".replace("“", '"').replace("”", '"'))
            return ""
        if not isinstance(value, str):
            self.add(key, f'{key} is {brief(value)}. Give a text, such as {key} = "…".')
            return ""
        if required and not value.strip():
            self.add(key, f"{key} is empty. Give it words.")
        return value

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number from low to high, None where it is missing or wrong."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.add(key, f"{key} is {brief(value)}. Give a whole number from {low} to {high}.")
            return None
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where it is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.add(key, f"{key} is {brief(value)}. Make it true or false.")
            return False
        return value

    def texts(self, key: str) -> Iterator[tuple[Path, str]]:
        """The texts of a list, each with its place; one text alone serves too."""
        value = self.values.get(key, [])
        if isinstance(value, str):
            yield (*self.path, key), value
        elif not isinstance(value, list):
            self.add(key, f'{key} is {brief(value)}. Give a list of texts, such as {key} = ["weights[2,3]"].')
        else:
            for index, item in enumerate(value):
                here = (*self.path, key, index)
                if isinstance(item, str):
                    yield here, item
                else:
                    self.complaints.add(here, f"{key}, entry {index + 1} is {brief(item)}. Give a text.")

    def table(self, key: str) -> Entries | None:
        """A table inside this one, None where it is missing or no table."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.add(key, f"{key} is {brief(value)}. Give a table, such as {key} = {{ name = value }}.")
            return None
        return Entries(value, (*self.path, key), self.complaints)

    def tables(self, key: str, example: str) -> Iterator[Entries]:
        """The tables of a list. example: how one begins."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.add(key, f"{key} is {brief(value)}. Begin each with {example}.")
            return
        for index, item in enumerate(value):
            here = (*self.path, key, index)
            if isinstance(item, dict):
                yield Entries(item, here, self.complaints)
            else:
                self.complaints.add(here, f"{key}, entry {index + 1} is {brief(item)}. Begin it with {example}.")


def figures(value: object) -> tuple[Figures, Figures] | str:
    """A number, row or table as a claim states it, and the tolerance of each number; or what is wrong with it."""
    if isinstance(value, bool):
        return value, 0.0
    if isinstance(value, int | float):
        if math.isnan(value) or value == math.inf:
            return "this is no finite number. Give one."
        if isinstance(value, int) and abs(value) > 10**300:
            return "this number is too large. Give a smaller one."
        return float(value), _tolerance(value)
    if not isinstance(value, list) or not value:
        return f"this is {brief(value)}. Give a number, a row [1, 2] or a table [[1, 2], [3, 4]]."
    parts = []
    for item in value:
        part = figures(item)
        if isinstance(part, str) or isinstance(item, bool):
            return part if isinstance(part, str) else "this is true or false. Give numbers."
        parts.append(part)
    shapes = {_shape(numbers) for numbers, _ in parts}
    if len(shapes) > 1:
        return "the rows are not equally long. Make them equal."
    if len(shapes.pop()) > 1:
        return "this is nested too deeply. Give a row or a table."
    return tuple(numbers for numbers, _ in parts), tuple(within for _, within in parts)  # type: ignore[return-value]


def plain(value: object) -> object:
    """The value with floats of Python's own, as the readers of scenarios take them."""
    if isinstance(value, Written):
        return float(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def _tolerance(value: int | float) -> float:
    """Half a unit of the last decimal typed, never less than the arithmetic's own error; a whole number is exact."""
    least = 1e-15 + 1e-9 * abs(value) if math.isfinite(value) else 0.0
    if isinstance(value, Written) and math.isfinite(value):
        return max(value.half_a_unit * (1 + 1e-9), least)
    return max(1e-9, least)


def _shape(figures: Figures) -> tuple[int, ...]:
    return (len(figures), *_shape(figures[0])) if isinstance(figures, tuple) else ()


_POSITION = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)\s*$")


def syntax_fault(message: str) -> tuple[str, int | None, int | None]:
    """tomllib's complaint without its position, and the line and column if it names them."""
    match = _POSITION.search(message)
    if match is None:
        return message, None, None
    line, column = match.groups()
    return message[: match.start()], int(line) if line else None, int(column) if column else None
