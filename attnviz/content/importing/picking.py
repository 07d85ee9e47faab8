"""Which matrix, or heads, of an array with more axes: leading axes of one entry go, of others one is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attnviz.content.importing.choices import Choice, Option
from attnviz.content.importing.found import FoundArray, Values
from attnviz.content.importing.orienting import BIASES, PROJECTIONS
from attnviz.engine.errors import FieldError, ShapeError, Where, counted

_MOST_AXES = {"X": 2, "source": 2, "mask": 2, **dict.fromkeys(BIASES, 1)}  # of the others 3: a matrix a head
_LAYERED = {"weights", "bias", *PROJECTIONS, *BIASES}


@dataclass(frozen=True)
class Picked:
    """What was picked: its shape, the indices of leading axes, and a choice for each axis with several entries."""

    shape: tuple[int, ...]
    leading: tuple[int, ...]
    choices: tuple[Choice, ...]
    notes: tuple[str, ...]

    def values(self, array: FoundArray) -> Values:
        """The numbers that were picked, in this shape."""
        return array.block(*self.leading).reshape(self.shape)


def picked(array: FoundArray, target: str, said: Mapping[str, str]) -> Picked:
    """What of the array can become the target. Raises ShapeError for more axes than it can have."""
    most = _MOST_AXES.get(target, 3)
    shape = array.shape
    if 0 in shape:
        raise ShapeError(f"{array.words} is empty. Give it at least one row and one column.", Where(target))
    if target in BIASES:
        return _row(array, target)
    extra = max(0, len(shape) - most)
    if extra > 2:
        raise ShapeError(
            f"{array.words} has {counted(len(shape), 'axis')}, {target} at most {most}. Give one matrix.", Where(target)
        )
    leading: list[int] = []
    choices: list[Choice] = []
    many = sum(size > 1 for size in shape[:extra])
    for axis in range(extra):
        size = shape[axis]
        if size == 1:
            leading.append(0)
            continue
        key = "layer" if target in _LAYERED and not (many == 2 and axis == 1) else "batch"
        made = _which(key, size, said.get(key))
        choices.append(made)
        leading.append(int(made.value) - 1)
    rest = shape[extra:]
    dropped = extra - many
    notes = (f"Left out {counted(dropped, 'axis')} with one entry.",) if dropped else ()
    if len(rest) == 1:
        rest = (1, *rest)
    return Picked(rest, tuple(leading), tuple(choices), notes)


def _row(array: FoundArray, target: str) -> Picked:
    """A bias such as b_Q is one row; given head by head it is laid side by side."""
    shape = array.shape
    if len(shape) > 2 or (len(shape) == 2 and 1 not in shape and max(shape) > 4096):
        raise ShapeError(f"{array.words} is no row of numbers, as {target} is. Give one row.", Where(target))
    notes = ("Its rows, one a head, are laid side by side.",) if len(shape) == 2 and 1 not in shape else ()
    count = shape[0] if len(shape) == 1 else shape[0] * shape[1]
    return Picked((1, count), (), (), notes)


def _which(key: str, size: int, said: str | None) -> Choice:
    if said is not None and (not said.isascii() or not said.isdigit() or not 1 <= int(said) <= size):
        raise FieldError(f"{key} is {said}, but there are {size}. Choose one from 1 to {size}.", Where(key))
    options = tuple(Option(str(number), f"{key} {number}") for number in range(1, size + 1))
    word = "layers" if key == "layer" else "examples"
    return Choice(
        key, f"Of {size} {word}", options, said or "1", said is None, "The first, unless another is said.", f"--{key}"
    )
