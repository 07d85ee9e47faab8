"""Frozen dataclasses whose equality looks into their arrays."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Self

import numpy as np

from attnviz.engine.replacing import changed_part


class Record:
    """A frozen dataclass with arrays among its fields: equal if all numbers are, and its own copy."""

    def __eq__(self, other: object) -> bool:
        return same(self, other) if type(self) is type(other) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes to another process: made anew from its fields, so that its arrays are read-only there too."""
        return type(self), tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def same(left: object, right: object) -> bool:
    """True if two values are identical: same type, same shape, same numbers, same number format."""
    if left is right:
        return True
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        if left.dtype != right.dtype or left.shape != right.shape or changed_part(left, right) is not None:
            return False
        return bool(np.array_equal(left, right))
    if type(left) is not type(right):
        return False
    if is_dataclass(left) and not isinstance(left, type):
        return all(same(getattr(left, field.name), getattr(right, field.name)) for field in fields(left))
    return bool(left == right)
