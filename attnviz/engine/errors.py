"""What can be wrong with attention's input, said as what, where, and one thing to do."""

from __future__ import annotations

from typing import Any, NamedTuple


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


class AttentionError(ValueError):
    """An input that has no answer. The message names the place and one way out; `where` holds the place as data."""

    def __init__(self, message: str, where: Where) -> None:
        super().__init__(message)
        self.where = where

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied to another process: exceptions would otherwise forget `where`."""
        return type(self), (str(self), self.where)


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
