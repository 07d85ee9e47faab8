"""What can be wrong with attention's input, said as what, where, and one thing to do."""

from __future__ import annotations

from typing import NamedTuple


class Where(NamedTuple):
    """The place of a fault: a matrix or field by name, and a row and column counted from 0 where they are known."""

    name: str
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        """The place as people read it, counted from 1."""
        if self.row is None and self.column is None:
            return self.name
        if self.column is None:
            return f"{self.name}, row {self.row + 1}" if self.row is not None else self.name
        if self.row is None:
            return f"{self.name}, column {self.column + 1}"
        return f"{self.name}, row {self.row + 1}, column {self.column + 1}"


class AttentionError(ValueError):
    """An input that has no answer. The message names the place and one way out; `where` holds the place as data."""

    def __init__(self, message: str, where: Where) -> None:
        super().__init__(message)
        self.where = where


class ShapeError(AttentionError):
    """Two things that must agree in size do not."""


class NonFinite(AttentionError):
    """A number is NaN or infinite where only finite numbers have a meaning."""


class Overflow(AttentionError):
    """A result is too large for its number format, though every input is finite."""


class FieldError(AttentionError):
    """A setting has a value outside its range, or of the wrong kind."""


class NotBuilt(AttentionError):
    """A field of the file format whose feature this version does not have."""


class HiddenRow(AttentionError):
    """A query sees no key, so its softmax has nothing to share. `where.row` is the query."""


class NoSuchStage(AttentionError):
    """The trace has no intermediate of that name, or not for these inputs."""
