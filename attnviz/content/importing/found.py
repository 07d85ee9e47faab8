"""What was found in a file or a text: candidate arrays with their labels, what was skipped, and how it was read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
import numpy.typing as npt

from attnviz.content.importing.choices import Choice
from attnviz.content.importing.refusals import BadBlock
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.content.sources.source import Source

Values = npt.NDArray[Any]
Kind = Literal["table", "printout", "json", "npy", "npz", "safetensors", "checkpoint", "scenario", "text"]


@dataclass(frozen=True)
class Reading:
    """How a text is to be read; None is guessed.

    delimiter: tab, semicolon, comma or space. decimal: point or comma. header: none, row, column or both.
    encoding: utf-8, utf-16 or cp1252. empty: zero or fault, what an empty cell among numbers is.
    """

    delimiter: str | None = None
    decimal: str | None = None
    header: str | None = None
    encoding: str | None = None
    empty: str | None = None

    def choosing(self, key: str, value: str) -> Self:
        """The same with one of the five said; the names are those of the choices' keys."""
        return replace(self, **{key: value})


@dataclass(frozen=True, eq=False)
class FoundArray:
    """One array of numbers or of true and false; its values are read when they are first asked for.

    load: the block of them at leading indices.

    name: "" where the file names none. shape: one to five axes. dtype: "float64", "bool" and so on. row_labels,
    column_labels: of the last two axes. stage: the stage or input that our own export says it is, else "". note: what
    people must know of it. members: the arrays of the file that it was made of.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    load: Callable[[tuple[int, ...]], Values] = field(repr=False)
    row_labels: tuple[str, ...] | None = None
    column_labels: tuple[str, ...] | None = None
    stage: str = ""
    note: str = ""
    members: tuple[FoundArray, ...] = field(default=(), repr=False)

    @cached_property
    def values(self) -> Values:
        """All the numbers, read-only; −∞ may be among them. Raises AttentionError where they cannot be had."""
        return self.block()

    def block(self, *leading: int) -> Values:
        """The numbers at these indices of the first axes, read-only; only they are read from a file of arrays."""
        values = self.load(leading).view()
        values.flags.writeable = False
        return values

    @property
    def words(self) -> str:
        """What it is, in words: its name if it has one, and its shape: "W_Q, 3×6"."""
        shape = "×".join(map(str, self.shape)) if len(self.shape) > 1 else f"{self.shape[0]} numbers in a row"
        return ", ".join(part for part in (self.name, shape) if part)


@dataclass(frozen=True)
class FoundTexts:
    """Labels of tokens, one a line of the text or entry of a list."""

    texts: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, eq=False)
class Found:
    """All of one file or text. problem: why there are no arrays, where there is a text at least.

    words: one line on what it is. skipped: sentences with counts. choices: how the text was read. scenario: the whole
    of it, where it is a file of ours or carries one. exported: attnviz wrote these numbers. settings: its single
    numbers that say a setting, name and value.
    """

    name: str
    kind: Kind
    words: str
    arrays: tuple[FoundArray, ...] = ()
    labels: tuple[FoundTexts, ...] = ()
    texts: tuple[str, ...] | None = None
    problem: AttentionError | None = None
    skipped: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    reading: Reading = Reading()
    scenario: Scenario | None = None
    path: str | None = None
    exported: bool = False
    settings: tuple[tuple[str, Any], ...] = ()

    @property
    def holds_source(self) -> bool:
        """True for a model's weights, and for attention weights of several layers or heads in a file of arrays."""
        if (
            self.path is None
            or self.scenario is not None
            or self.kind not in ("checkpoint", "npy", "npz", "safetensors")
        ):
            return False
        return self.kind == "checkpoint" or any(
            len(array.shape) >= 3 and array.dtype.startswith(("float", "bfloat")) and 1 not in array.shape[-2:]
            for array in self.arrays
        )

    @cached_property
    def source(self) -> Source | None:
        """The layers and heads of the file, to be put beside the document; None where it holds none.

        Raises AttentionError where it is not clear which array they are.
        """
        if not self.holds_source or self.path is None:
            return None
        from attnviz.content.sources.opening import open_source  # here, so that pasting a block does not load models

        return open_source(self.path)

    def as_tokens(self) -> FoundTexts:
        """The lines of the text, or its one list of texts, as labels of tokens. Raises what the problem is."""
        if len(self.labels) == 1:
            return self.labels[0]
        if self.texts is None:
            raise BadBlock(
                f"{self.name} holds no list of texts. Give a text file with one token a line.", Where(self.name)
            )
        return FoundTexts(self.texts, self.name)


def array_of(
    values: npt.ArrayLike,
    name: str = "",
    rows: tuple[str, ...] | None = None,
    columns: tuple[str, ...] | None = None,
    *,
    stage: str = "",
    note: str = "",
) -> FoundArray:
    """Values that are there already, as a found array."""
    array = np.asarray(values)
    return FoundArray(name, array.shape, str(array.dtype), lambda leading: array[leading], rows, columns, stage, note)


def array_like(found: FoundArray, values: Values, name: str | None = None) -> FoundArray:
    """Other values under the same labels, such as a part of them; name: another name, None for the same."""
    called = found.name if name is None else name
    made = array_of(values, called, found.row_labels, found.column_labels, stage=found.stage, note=found.note)
    return replace(made, dtype=found.dtype)
