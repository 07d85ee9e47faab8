"""A large matrix as a figure: its picture, the part of it that is seen, labels and frames, as data without pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from attnviz.content.colours import Limits
from attnviz.content.numerals import format_result, format_setting, grouped
from attnviz.engine.arrays import Array
from attnviz.figures.colour_maps import is_diverging
from attnviz.figures.large.picture import Picture
from attnviz.figures.large.powers import Scale, tick_text, ticks, two_sided_ticks
from attnviz.figures.matrix_figure import MatrixFigure
from attnviz.figures.viewport import Viewport, seen, whole

Follows = tuple[str | None, str | None]
ALONG = "along"
_DIGITS = 2  # of an end of positive numbers; after the first, of one with a power of ten


@dataclass(frozen=True, eq=False, kw_only=True)
class LargeMap(MatrixFigure):
    """One stage or input of very many cells.

    picture: what is drawn; None: it is dimmed, and `dim_reason` says why. values: the exact numbers, None where only
    the picture is there. viewport: the part that is seen; None is all of it. limits: where the colour scale begins and
    ends; powers: it goes by powers of ten; least: above 0, to both sides of 0 down to there, as `Scale` has it.
    follows: the sides of the one viewport of a scenario's T×S maps that rows and columns go along with, "along" for
    many columns that are no tokens, None for those that are always seen whole. pending: why the numbers are old, to be
    said beside the title of a faded map. note: what stands after the title in place of formula and shape. line: what is
    said there of a row with a line, where no number stands beside it.
    compact: it stands among others, without labels, captions and legend. minimap: where a part is seen, a small map of
    the whole shows which. broad: where its columns are no tokens it may be wider than high.
    under: its legend is below it, which leaves it more of a narrow page. cell: the width and
    height of a cell where a file decides them. each: in a file that can be enlarged each cell has a pixel or more.
    """

    picture: Picture | None
    values: Array | None
    viewport: Viewport | None = None
    follows: Follows = ("rows", "columns")
    limits: Limits = (0.0, 1.0)
    powers: bool = False
    least: float = 0.0
    decimals: int = 3
    compact: bool = False
    pending: str = ""
    note: str | None = None
    line: str = ""
    minimap: bool = True
    broad: bool = False
    under: bool = False
    cell: tuple[float, float] | None = None
    each: bool = False

    @cached_property
    def seen(self) -> Viewport:
        """The part that is seen."""
        return seen(self.viewport, self.shape)

    @property
    def scale(self) -> Scale:
        """Which colour stands for which number."""
        return Scale(self.limits, self.powers, self.least)

    @cached_property
    def grounds(self) -> dict[object, object]:
        """Where its parts lie in rectangles that it was asked for, kept with it."""
        return {}

    @property
    def diverging(self) -> bool:
        """True if the colour scale is centred on 0."""
        return is_diverging(self.colour_map, signed=self.signed)

    @property
    def legend_ends(self) -> Limits | None:
        """What the legend says: the ends of the numbers, or of a scale that several figures share.

        Of positive numbers it is the scale itself, which begins at 0 or, by powers of ten, far below what counts.
        """
        ends = self.scale_ends or (None if self.picture is None else self.picture.ends)
        if ends is None or self.scale.two_sided:
            return ends
        if self.powers:
            return self.limits
        low, high = ends
        return (low if self.signed else min(low, 0.0)), high

    @cached_property
    def ticks(self) -> tuple[tuple[float, str], ...]:
        """What the legend of a scale by powers of ten says, with its place from 0 to 1; () for another scale."""
        if not self.powers or self.legend_ends is None:
            return ()
        return two_sided_ticks(self.legend_ends, self.limits[1], self.least) if self.least else ticks(self.limits)

    @cached_property
    def legend_texts(self) -> tuple[str, ...]:
        """The ends of the legend in words, low end first; one text where all numbers are the same.

        By powers of ten these stand between them.
        """
        ends = self.legend_ends
        if ends is None:
            return ()
        if self.powers:
            return tuple(text for _, text in self.ticks)
        if not self.signed:
            return tuple(tick_text(end, _DIGITS) for end in ends)
        texts = tuple(end_text(end, self.decimals) for end in ends)
        return texts[:1] if ends[0] == ends[1] else texts

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What may stand after the title, the best first."""
        if self.line:
            return (f"{self.note}, {self.line}", self.line) if self.note else (self.line,)
        if self.note is not None:
            return tuple(dict.fromkeys((self.note, self.note.replace("up to ", "≤ "))))
        if self.pending:
            return (self.shape_text,)
        return self.subtitle, self.formula, self.shape_text

    def seeing(self, viewport: Viewport | None) -> LargeMap:
        """The same map with another part of it seen; what does not follow the viewport stays whole."""
        return replace(self, viewport=None if viewport is None else viewport.clamped(self.shape))

    def shared(self, own: Viewport, before: Viewport | None, sizes: tuple[int, int]) -> Viewport:
        """The viewport of all T×S maps once this map shows `own`; what it does not follow stays as it was `before`.

        sizes: (T, S).
        """
        return shared(self.follows, self.shape, own, before, sizes)


def shared(
    follows: Follows, shape: tuple[int, int], own: Viewport, before: Viewport | None, sizes: tuple[int, int]
) -> Viewport:
    """The viewport of all maps once one of that shape shows `own`; what it does not follow stays as it was `before`."""
    now = seen(before, sizes)
    sides = {"rows": (now.top, now.rows), "columns": (now.left, now.columns)}
    for name, side in zip(follows, ((own.top, own.rows), (own.left, own.columns)), strict=True):
        if name is not None:
            sides[name] = side
    (top, rows), (left, columns) = sides["rows"], sides["columns"]
    along = None if before is None else before.along
    if ALONG in follows:
        along = sides[ALONG] if own.columns < shape[1] else None
    return replace(Viewport(top, left, rows, columns).clamped(sizes), along=along)


def followed(viewport: Viewport | None, follows: Follows, shape: tuple[int, int]) -> Viewport:
    """The part of a map that is seen with that viewport of the T×S maps: rows and columns as far as they follow it."""
    if viewport is None:
        return whole(shape)
    sides = {"rows": (viewport.top, viewport.rows), "columns": (viewport.left, viewport.columns)}
    sides[ALONG] = viewport.along or (0.0, float(shape[1]))
    own = [(0.0, float(most)) if name is None else sides[name] for name, most in zip(follows, shape, strict=True)]
    (top, rows), (left, columns) = own
    return Viewport(top, left, rows, columns).clamped(shape)


def seen_text(words: str, start: int, stop: int, count: int) -> str:
    """Which rows or columns are seen, counted from 1: "keys 1201–1220 of 4096"."""
    whole = f"{words} {range_text(start, stop)}"
    return whole if (start, stop) == (0, count) else f"{whole} of {grouped(count)}"


def range_text(start: int, stop: int) -> str:
    """A half-open range of rows or columns, counted from 1: "1201–1220", of a single one "6"."""
    return grouped(stop) if stop == start + 1 else f"{grouped(start + 1)}–{grouped(stop)}"


def pooled_text(cells: tuple[int, int], *, roughly: bool = False) -> str:
    """What a point of a map stands for, so many rows and columns; "" where that is a cell.

    roughly: points differ in that by more than a row or column.
    """
    return "" if cells == (1, 1) else f"strongest of {'about ' if roughly else ''}{cells[0]}×{cells[1]}"


def end_text(end: float, decimals: int) -> str:
    """An end of a scale; one of which so many decimals would show one digit or none has a power of ten."""
    if 0 < abs(end) < 10.0 ** (1 - decimals):
        return format_setting(end, min(decimals, _DIGITS))
    return format_result(end, decimals)
