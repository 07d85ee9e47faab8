"""What every figure of a matrix has, small or large: its title, labels, scale and frames, as data without pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self

from attnviz.content.colours import Limits
from attnviz.content.numerals import grouped
from attnviz.figures.labels import visible

_DOZENS = 64  # labels, among more of which words come again and again


@dataclass(frozen=True)
class Frame:
    """A rectangle of cells that is set off: `rows` and `columns` are half-open ranges, `role` names the colour.

    The selected query's path is thin, what a selected cell came from is strong, what it feeds is strong and dashed.
    """

    rows: tuple[int, int]
    columns: tuple[int, int]
    role: str
    strong: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Band:
    """Some columns that belong together, such as those of one head; a line sets them off from the next.

    brief: the label where that has no room.
    """

    columns: tuple[int, int]
    label: str
    brief: str


@dataclass(frozen=True, eq=False, kw_only=True)
class MatrixFigure:
    """One stage or input to be painted, however its numbers are.

    key and head: the stage or input it shows, as a Cell names them. formula and shape: the soft words after the title.
    row_labels, column_labels: texts as given; an empty tuple draws none. placed: they are those of all rows and
    columns from the first on, so that of very many each may have its number. row_word, column_word: what one row and
    one column is called; row_words, column_words: what they are called together. signed: centred on 0. scale_ends: what
    the legend says where the scale is fixed or shared by several figures; None: it says the ends of the numbers.
    dim_reason: why there are no numbers.
    """

    key: str
    head: int | None
    title: str
    formula: str
    shape: tuple[int, int]
    role: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    placed: bool = False
    row_word: str = "row"
    column_word: str = "column"
    row_words: str = "rows"
    column_words: str = "columns"
    signed: bool = True
    scale_ends: Limits | None = None
    colour_map: str = "auto"
    frames: tuple[Frame, ...] = ()
    bands: tuple[Band, ...] = ()
    cursor: tuple[int, int] | None = None
    numbers: bool = True
    legend: bool = True
    show_title: bool = True
    dim_reason: str = ""

    def but(self, **changes: Any) -> Self:
        """As `dataclasses.replace`, which takes as long as all else that composing a map does."""
        twin = object.__new__(type(self))
        given = self.__dataclass_fields__
        twin.__dict__.update({name: own for name, own in self.__dict__.items() if name in given}, **changes)
        return twin

    @property
    def shape_text(self) -> str:
        """Rows × columns."""
        return f"{self.shape[0]}×{self.shape[1]}"

    @property
    def subtitle(self) -> str:
        """Formula and shape."""
        return f"{self.formula}  {self.shape_text}" if self.formula else self.shape_text

    @cached_property
    def shown_row_labels(self) -> tuple[str, ...]:
        """Row labels with nothing invisible in them, of very many tokens with their numbers."""
        return placed_labels(self.row_labels) if self.placed else shown_labels(self.row_labels)

    @cached_property
    def shown_column_labels(self) -> tuple[str, ...]:
        """Column labels with nothing invisible in them, of very many tokens with their numbers."""
        return placed_labels(self.column_labels) if self.placed else shown_labels(self.column_labels)

    @cached_property
    def counted_rows(self) -> bool:
        """True if rows are merely numbered, or have no labels."""
        return _counted(self.row_labels)

    @cached_property
    def counted_columns(self) -> bool:
        """True if columns are merely numbered, so that leaving some out loses nothing."""
        return _counted(self.column_labels)


@lru_cache(64)
def shown_labels(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Labels with nothing invisible in them, made once for all figures that carry them."""
    return tuple(map(visible, labels))


@lru_cache(64)
def placed_labels(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Labels as they are shown; among more than some dozens, where words come again, each after its number."""
    shown = shown_labels(labels)
    if len(labels) <= _DOZENS or _counted(labels) or len(set(labels)) == len(labels):
        return shown
    return tuple(f"{grouped(place)} {label}" for place, label in enumerate(shown, 1))


@lru_cache(64)
def _counted(labels: tuple[str, ...]) -> bool:
    """True if labels are merely the numbers from 1."""
    return labels == tuple(map(str, range(1, len(labels) + 1)))
