"""A matrix as a figure: its numbers, labels, colour scale and frames, as data that knows no pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from attnviz.content.changes import Moves
from attnviz.content.colours import Limits, entries_of, entry_rows_of
from attnviz.content.numerals import MINUS, format_result, format_results
from attnviz.engine.arrays import Array, Bools
from attnviz.figures.labels import ruler
from attnviz.figures.matrix_figure import MatrixFigure
from attnviz.figures.theme import font
from attnviz.figures.veil import Cover

FORMULA_ALONE, SHAPE_ALONE = 1, 3  # of a heatmap's choices of words: from here on there is no shape, or no formula
PROBE = 100  # pixels: a font in which small differences of width show
_MEASURED = 2048  # cells up to which every number is measured


@dataclass(frozen=True)
class Fit:
    """Sizes that a board gives to all its maps.

    number_px: 0 means colours only. over, beside: False leaves out the labels over the columns or beside the rows,
    where a board has no room. letters: titles and labels are so many times the theme's. words: how many of the
    choices of `Heatmap.words` are passed over, so that a whole line of figures says as much. upright, top: labels over
    the columns are turned, and cells begin at least so far down, as others of the line ask. far: rather fewer labels
    than such as are not read from the last row of a room. named: the row whose label is drawn in any case. column_px:
    labels that lie over columns are no larger, as others of the board have them; 0 for any size. decimals: of numbers
    that have room with fewer than the map's own.
    """

    number_px: int
    cell_width: float
    cell_height: float
    legend: bool
    over: bool = True
    beside: bool = True
    letters: float = 1.0
    words: int = 0
    upright: bool = False
    top: float = 0.0
    far: bool = False
    named: int | None = None
    column_px: int = 0
    decimals: int | None = None


@dataclass(frozen=True, eq=False)
class Face:
    """A matrix made ready for painting: texts, colour entries and true ends, each made once.

    limits: where the colour scale begins and ends. hidden: cells that no query may see, or None. cover: cells whose
    numbers are veiled; their values here are NaN.
    """

    values: Array
    decimals: int
    limits: Limits
    diverging: bool
    hidden: Bools | None = None
    cover: Cover | None = None

    def rounded(self, decimals: int | None) -> Face:
        """The same numbers with so many decimals, kept with it; itself for None."""
        if decimals in (None, self.decimals):
            return self
        assert decimals is not None
        if decimals not in self._rounded:
            self._rounded[decimals] = replace(self, decimals=decimals)
        return self._rounded[decimals]

    @cached_property
    def _rounded(self) -> dict[int, Face]:
        return {}

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The number of each cell as it is shown, or what stands in place of a veiled one."""
        texts = format_results(self.values, self.decimals)
        return texts if self.cover is None else self.cover.in_place_of(texts)

    @cached_property
    def distinct(self) -> tuple[str, ...]:
        """Each number's text once, so that the widest is found by measuring few; typed ones move no cell."""
        shown = self.values if self.cover is None else self.values[~self.cover.cells][np.newaxis]
        texts = self.texts if self.cover is None else format_results(shown, self.decimals)
        return tuple({text: None for row in texts for text in row}) or (f"0.{'0' * self.decimals}",)

    @property
    def is_covered(self) -> bool:
        """True if none of its numbers may be shown."""
        return self.cover is not None and bool(self.cover.cells.all())

    @cached_property
    def widths(self) -> tuple[str, ...]:
        """Texts among which is one as wide as the widest number; of very many numbers only the ends are looked at."""
        if self.values.size <= _MEASURED:
            return self.distinct
        size = max((abs(end) for end in self.ends or (0.0,)), default=0.0)
        digits = len(str(int(size))) if size < 1e6 else 6  # 1.234×10¹⁵ from a million on
        return (MINUS + "0" * digits + "." + "0" * self.decimals,)

    @cached_property
    def entries(self) -> npt.NDArray[np.uint8]:
        """The entry of the colour map for each cell; meaningless where hidden."""
        return entries_of(self.values, self.limits, diverging=self.diverging)

    @cached_property
    def entry_rows(self) -> list[list[int]]:
        """The same as plain numbers, which painting reads faster."""
        return entry_rows_of(self.values, self.limits, diverging=self.diverging)

    @cached_property
    def hidden_rows(self) -> list[list[bool]] | None:
        """`hidden` as plain truth values, None where nothing is hidden."""
        return None if self.hidden is None or not self.hidden.any() else self.hidden.tolist()

    @cached_property
    def ends(self) -> Limits | None:
        """The smallest and largest number that is not hidden, None if all are."""
        shown = np.isfinite(self.values) if self.hidden is None else ~self.hidden & np.isfinite(self.values)
        if not shown.any():
            return None
        numbers = self.values[shown]
        return float(numbers.min()), float(numbers.max())


@dataclass(frozen=True, eq=False, kw_only=True)
class Heatmap(MatrixFigure):
    """One stage or input with a text for each number. Without a face it is dimmed, and `dim_reason` says why.

    cell_text: a usual number, for which every cell has ample room, so that cells keep their size while one is typed.
    other_formulas: what may stand in place of the formula after one click; there is room for each, so nothing moves.
    brief: the formula in fewer words, None where there are none. other_briefs: those of the formulas in its place.
    expected: numbers as wide as those that a dimmed figure would have, or that a figure laid out alike has. blind_rows:
    those without numbers because their queries see no key. changes: what moved since another trace, to be marked.
    aside: stands beside the middle of all rows in place of their labels. yields: its numbers have fewer decimals where
    there is no room for theirs, as on a slide, rather than none at all. far: its names are read from the last row,
    rather fewer of them: it stands among few others.
    """

    face: Face | None
    captions: bool = False
    cell_text: str = ""
    brief: str | None = None
    other_formulas: tuple[str, ...] = ()
    other_briefs: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    blind_rows: tuple[int, ...] = ()
    changes: Moves | None = None
    aside: str = ""
    yields: bool = False
    far: bool = False
    fit: Fit | None = None

    def fitted(self, fit: Fit) -> Heatmap:
        """The same in other sizes, with all that was found out of its words and numbers, of which none depends on them.

        A board places its maps with each key that is typed.
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, fit=fit)
        return twin

    @property
    def named_row(self) -> int | None:
        """The row whose label is drawn whichever are left out: that of the query that is followed."""
        if self.fit is not None and self.fit.named is not None:
            return self.fit.named
        thin = (own for own in self.frames if not own.strong and own.columns == (0, self.shape[1]))
        return next((own.rows[0] for own in thin if own.rows[1] - own.rows[0] == 1), None)

    @property
    def values(self) -> Array | None:
        """The matrix, None while it does not exist."""
        return None if self.face is None else self.face.values

    @property
    def limits(self) -> Limits | None:
        """Where the colour scale begins and ends."""
        return None if self.face is None else self.face.limits

    @property
    def legend_ends(self) -> Limits | None:
        """What the legend says: the ends of the numbers, or of the scale where the scale is fixed or shared."""
        if self.face is None:
            return None
        return self.scale_ends or self.face.ends

    @cached_property
    def legend_texts(self) -> tuple[str, ...]:
        """The ends of the legend in words, low end first; one text where all numbers are the same."""
        ends = self.legend_ends
        if ends is None or self.face is None:
            return ()
        texts = tuple(format_result(end, self.face.decimals) for end in ends)
        return texts[:1] if ends[0] == ends[1] else texts

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What may stand after the title, the best first: formula and shape, the formula, part of it, the shape."""
        brief = self.formula if self.brief is None else self.brief
        return self.subtitle, self.formula, brief, self.shape_text

    @cached_property
    def measures(self) -> tuple[object, ...]:
        """All that its size on a board depends on; texts matter by their width alone."""
        return (*self.measures_of_colours, ruler(font(PROBE)).widest((*self.widths, self.cell_text)), self.cell_text)

    @cached_property
    def measures_of_colours(self) -> tuple[object, ...]:
        """The same where it has no room for numbers, of which no text need be made then."""
        ends = tuple(map(ruler(font(PROBE)).width, self.legend_texts))
        shown = self.title, self.subtitle, self.other_formulas, self.shape, self.row_labels, self.column_labels
        return (*shown, ends, self.face is None, self.numbers, self.legend, self.show_title, self.captions,
                len(self.bands), self.aside, self.far)  # fmt: skip

    @cached_property
    def widths(self) -> tuple[str, ...]:
        """Texts among which is one as wide as the widest number that there is or would be."""
        if self.face is None or (self.expected and self.face.is_covered):
            return self.expected
        return (*self.face.widths, *self.expected)


# Faces live as long as a figure shows them; so the texts of an array that did not change are found again.
_faces: WeakValueDictionary[tuple[object, ...], Face] = WeakValueDictionary()


def face_of(
    values: Array,
    decimals: int,
    limits: Limits,
    *,
    diverging: bool,
    hidden: Bools | None = None,
    cover: Cover | None = None,
) -> Face:
    """The face of a matrix; the same object as before for the same array, so that its texts are made once."""
    if cover is not None:  # made anew: typing changes what stands there
        return Face(values, decimals, limits, diverging, hidden, cover)
    key = (id(values), id(hidden), decimals, limits, diverging)
    known = _faces.get(key)
    if known is None or known.values is not values or known.hidden is not hidden:
        known = _faces[key] = Face(values, decimals, limits, diverging, hidden)
    return known
