"""What a laboratory lets one change, as data: a window makes a control of each parameter, a command an option."""

from __future__ import annotations

import numbers
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.errors import AttentionError, Where, counted

Value = bool | int | float | str | Array
Values = Mapping[str, Value]

_SLACK = 1e-9  # how far a sum of shares may be from 1


@dataclass(frozen=True)
class Number:
    """A real number within [low, high]; `log` asks for a slider that multiplies instead of adding."""

    name: str
    title: str
    default: float
    low: float
    high: float
    step: float = 0.1
    log: bool = False
    unit: str = ""

    def accept(self, value: Value) -> float:
        """The value as a float. Raises AttentionError if it is no finite number within the ends."""
        if not _is_real(value) or not self.low <= value <= self.high:
            raise _refused(self.name, value, f"a number from {self.low:g} to {self.high:g}")
        return float(value)


@dataclass(frozen=True)
class Whole:
    """A whole number from low to high, both included. lowest: what the low end stands for, if not for itself.

    even: its slider adds however far it reaches, as for steps; else one that reaches far multiplies.
    """

    name: str
    title: str
    default: int
    low: int
    high: int
    unit: str = ""
    lowest: str = ""
    even: bool = False

    def accept(self, value: Value) -> int:
        """The value as an int. Raises AttentionError if it is not whole or lies outside."""
        wanted = f"a whole number from {self.low} to {self.high}"
        if self.lowest:
            wanted = f"a whole number from {self.low + 1} to {self.high}, or {self.low} for {self.lowest}"
        if not _is_real(value) or not self.low <= value <= self.high or int(value) != value:
            raise _refused(self.name, value, wanted)
        return int(value)


@dataclass(frozen=True)
class Option:
    """One value of a Choice: what is typed, what is read, and one sentence on hover."""

    value: str
    title: str
    sentence: str = ""


@dataclass(frozen=True)
class Choice:
    """One of several options."""

    name: str
    title: str
    default: str
    options: tuple[Option, ...]

    def accept(self, value: Value) -> str:
        """The value. Raises AttentionError if it is none of the options."""
        names = [option.value for option in self.options]
        if not isinstance(value, str) or value not in names:
            raise _refused(self.name, value, "one of " + ", ".join(names))
        return value


@dataclass(frozen=True)
class Switch:
    """On or off.

    buttons: of one that is turned on for a run and not for good: what the button says that starts the run, that starts
    it again, and that leads back; () for an ordinary one.
    """

    name: str
    title: str
    default: bool
    sentence: str = ""
    buttons: tuple[str, ...] = ()

    def accept(self, value: Value) -> bool:
        """The value. Raises AttentionError if it is neither True nor False."""
        if not isinstance(value, bool):
            raise _refused(self.name, value, "true or false")
        return value


@dataclass(frozen=True)
class Grid:
    """Numbers in rows and columns that can be typed or, where they are points of a plane, dragged.

    default: (rows, columns). simplex: each row is ≥ 0 and sums to 1 (dragging one moves the others).
    min_rows, max_rows: how many rows there may be, such as keys that can be added; 0 keeps the default's.
    low, high: the ends of each number. whole: only whole numbers. toggles: only 0 and 1, which a click turns over.
    """

    name: str
    title: str
    default: Array
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    role: str = "input"
    simplex: bool = False
    min_rows: int = 0
    max_rows: int = 0
    low: float = -np.inf
    high: float = np.inf
    whole: bool = False
    toggles: bool = False

    def accept(self, value: Value) -> Array:
        """The numbers as a read-only float64 table. Raises AttentionError for another shape or bad numbers.

        A list without rows is one column where the table has one column, else one row; a number is a table of one.
        """
        if isinstance(value, str):
            raise _refused(self.name, value, "a table of numbers")
        try:
            table = np.array(value, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise _refused(self.name, value, "a table of numbers") from error
        rows, columns = self.default.shape
        if table.ndim < 2 or (columns == 1 and table.ndim == 2 and len(table) == 1):
            table = table.reshape((-1, 1) if columns == 1 else (1, -1))
        low, high = self.min_rows or rows, self.max_rows or rows
        if table.ndim != 2 or table.shape[1] != columns or not low <= table.shape[0] <= high:
            wanted = counted(low, "row") if low == high else f"{low} to {high} rows"
            raise _refused(self.name, value, f"a table of {wanted} and {counted(columns, 'column')}")
        self._check_numbers(table)
        table.flags.writeable = False
        return table

    def _check_numbers(self, table: Array) -> None:
        self._refuse_cells(table, ~np.isfinite(table), "a finite number")
        shares = ((table >= 0) & (table <= 1 + _SLACK)).all()  # else a sum may be beyond all numbers
        if self.simplex and not (shares and (np.abs(table.sum(axis=1) - 1) <= _SLACK).all()):
            raise _refused(self.name, table, "numbers ≥ 0 whose rows sum to 1")
        self._refuse_cells(table, self.toggles & ~np.isin(table, (0.0, 1.0)), "0 or 1")
        outside = (table < self.low) | (table > self.high) | (self.whole & (table != np.rint(table)))
        kind = "a whole number" if self.whole else "a number"
        self._refuse_cells(table, outside, f"{kind} from {self.low:g} to {self.high:g}")

    def _refuse_cells(self, table: Array, wrong: Bools, wanted: str) -> None:
        """Raises AttentionError for the first number that is wrong, with its place where there are several."""
        if not wrong.any():
            return
        row, column = (int(index) for index in np.argwhere(wrong)[0])
        place = [self.name]
        place += [f"row {row + 1}"] if len(table) > 1 else []
        place += [f"column {column + 1}"] if table.shape[1] > 1 else []
        value = float(table[row, column])
        raise AttentionError(f"{', '.join(place)} is {value:.12g}. Give {wanted}.", Where(self.name, row, column))


Parameter = Number | Whole | Choice | Switch | Grid


def settle(parameters: tuple[Parameter, ...], given: Values) -> dict[str, Value]:
    """A value for each parameter: the given one, checked, else its default.

    Raises AttentionError for a name that is none of the parameters, or a value that one does not accept.
    """
    names = [parameter.name for parameter in parameters]
    for name in given:
        if name not in names:
            raise AttentionError(f"There is no parameter {name!r}. Choose one of: {', '.join(names)}.", Where(name))
    return {
        parameter.name: parameter.accept(given[parameter.name]) if parameter.name in given else parameter.default
        for parameter in parameters
    }


def _is_real(value: Value) -> TypeGuard[float]:
    """True for a finite number: a lesson or a command may hand over anything that its format can write."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _refused(name: str, value: Value, wanted: str) -> AttentionError:
    shown = _short(value)
    return AttentionError(f"{name} is {shown}. Give {wanted}.", Where(name))


def _short(value: Value) -> str:
    if isinstance(value, np.ndarray) and value.ndim:
        return "a table of " + "×".join(map(str, value.shape))
    text = f"{value:.12g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def number(values: Values, name: str) -> float:
    """The value of a Number among settled values."""
    value = values[name]
    assert isinstance(value, float)
    return value


def whole(values: Values, name: str) -> int:
    """The value of a Whole among settled values."""
    value = values[name]
    assert isinstance(value, int)
    return value


def switch(values: Values, name: str) -> bool:
    """The value of a Switch among settled values."""
    value = values[name]
    assert isinstance(value, bool)
    return value


def choice(values: Values, name: str) -> str:
    """The value of a Choice among settled values."""
    value = values[name]
    assert isinstance(value, str)
    return value


def table(values: Values, name: str) -> Array:
    """The value of a Grid among settled values, (rows, columns)."""
    value = values[name]
    assert isinstance(value, np.ndarray)
    return value
