"""What can be wrong with attention's input, said as what, where, and one thing to do."""

from __future__ import annotations

from typing import Any, NamedTuple

_SHOWN = 40  # letters of what was given
_FEW = 4  # entries of a list that is shown as it is
_LONG = 10**30  # whole numbers beyond it are told by how long they are


class Where(NamedTuple):
    """The place of a fault: a matrix, stage or field by name; row, column and head count from 0, None if unknown.

    head is known only where there are several.
    """

    name: str
    row: int | None = None
    column: int | None = None
    head: int | None = None

    def __str__(self) -> str:
        """The place as people read it, counted from 1."""
        parts = (("head", self.head), ("row", self.row), ("column", self.column))
        return ", ".join([self.name, *(f"{word} {index + 1}" for word, index in parts if index is not None)])


def counted(number: int, noun: str) -> str:
    """The number with its noun, "1 row" or "3 rows"."""
    plural = {"query": "queries", "axis": "axes"}.get(noun, f"{noun}s")
    return f"{number} {noun if number == 1 else plural}"


def brief(value: object) -> str:
    """What was given, short enough for one line: texts, numbers and few of them as Python has them, else its kind."""
    if isinstance(value, tuple | list) and len(value) <= _FEW and all(map(_is_plain, value)):
        text = repr(value)
        if len(text) <= _SHOWN:
            return text
    if isinstance(value, int) and abs(value) > _LONG:
        return f"a whole number of about {round(value.bit_length() * 0.30103)} digits"
    if _is_plain(value):
        text = repr(value[:_SHOWN] if isinstance(value, str) else value)
        return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
    return f"of type {type(value).__name__}"


def _is_plain(value: object) -> bool:
    """True for one text or number, NumPy's own too, whose written form is neither long nor many lines."""
    if isinstance(value, int):
        return abs(value) <= _LONG
    return isinstance(value, str | float | complex | None) or (hasattr(value, "item") and not hasattr(value, "__len__"))


class AttentionError(ValueError):
    """An input that has no answer. The message names the place and one way out; `where` holds the place as data."""

    def __init__(self, message: str, where: Where) -> None:
        super().__init__(message)
        self.where = where

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied, to another process too: whole, and without the constructor, which differs among kinds."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[AttentionError], args: tuple[Any, ...], attributes: dict[str, Any]) -> AttentionError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(attributes)
    return error


class ShapeError(AttentionError):
    """Two things that must agree in size do not."""


class NonFinite(AttentionError):
    """A number is NaN or infinite where only finite numbers have a meaning."""


class Overflow(AttentionError):
    """A number is too large for its number format, though every number that was given is finite."""


class FieldError(AttentionError):
    """A setting has a value outside its range, or of the wrong kind."""


class NotBuilt(AttentionError):
    """A field of the file format whose feature this version does not have."""


class HiddenRow(AttentionError):
    """A query sees no key, so its softmax has nothing to share. `where.row` is the query."""


class NoSuchStage(AttentionError, AttributeError):
    """The trace has no intermediate of that name, or not for these inputs; an AttributeError too, for `hasattr`."""


class NotYet(AttentionError):
    """A result that is being computed beside the window and will be there soon. `where` names it."""


class BeyondMemory(AttentionError):
    """A result that is too large to be held beside the others that are looked at."""


class Stopped(Exception):
    """A long computation was asked to stop before it had a result."""
