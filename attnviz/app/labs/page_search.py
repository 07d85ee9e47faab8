"""The search for the page of some exhibits in a room, which takes as many turns of the event loop as it needs."""

from __future__ import annotations

from PySide6.QtCore import QSizeF

from attnviz.figures.labs.banded_page import Leaf, leaf_page
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.fold import between_rows
from attnviz.figures.labs.result_page import PageLayout, page_layout
from attnviz.figures.searching import Known, at_most, begin_search
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Boxes

FEW = 3  # exhibits, or arrays of a walk, that are set in so few ways that all of them are tried at once


class PageSearch:
    """What is searched for, and what was found of it so far.

    widest: stand-ins for the drawings, none where they are measured themselves. present: the page that they stand in,
    as `page_layout` has it. bar: the width of a scroll bar, None where what does not fit shrinks. reasons: all that the
    page depends on, as far as it changes while a value is dragged; the room comes first.
    """

    def __init__(
        self,
        drawings: tuple[Drawing, ...],
        widest: tuple[Drawing, ...],
        leaves: tuple[Leaf, ...],
        room: QSizeF,
        look: Theme,
        *,
        present: PageLayout | None,
        bar: int | None,
    ) -> None:
        self._leaves, self._look, self._present, self._bar = leaves, look, present, bar
        all_leaves = tuple(drawing for leaf in leaves for drawing in leaf.measured)
        self._measured = all_leaves or widest or drawings
        self.room = room
        told = bool(widest), tuple(leaf.bands for leaf in leaves)
        self.reasons = room.toTuple(), look, told, *map(_measures, self._measured)
        self._known: Known = {}

    @property
    def is_short(self) -> bool:
        """True if it may be done at once."""
        return sum(_parts(drawing) for drawing in self._measured) <= FEW

    def has_turn(self, other: PageSearch) -> bool:
        """True if this one, which has begun, may come to its end first: the other is of another room at most."""
        return self._present is other._present and self.reasons[1:] == other.reasons[1:]

    def found(self) -> tuple[int, PageLayout, QSizeF]:
        """The cut that fits, 0 where there are none, its page, and the room that is left to it.

        Raises Unfinished until it was asked as often as there is to do, but for one that is short.
        """
        with at_most(None if self.is_short else 1):
            found = self._page(self.room)
            if self._bar is not None and found[1].size.height() > self.room.height() + 0.5:
                room = QSizeF(self.room.width() - self._bar, self.room.height())
                leaf, page = self._page(room)
                measured = self._leaves[leaf].measured if self._leaves else self._measured
                found = leaf, between_rows(measured, page, room.height())
            else:
                room = self.room
            begin_search()  # to place it is as much to do
        return *found, room

    def _page(self, room: QSizeF) -> tuple[int, PageLayout]:
        scrolls = self._bar is not None
        if self._leaves:
            return leaf_page(self._leaves, room, self._look, scrolls=scrolls, known=self._known)
        page = page_layout(self._measured, room, self._look, self._present, scrolls=scrolls, known=self._known)
        return 0, page


def _parts(drawing: Drawing) -> int:
    """What of an exhibit is measured by itself: each array of a walk is."""
    return len(drawing.exhibit.boxes) if isinstance(drawing.exhibit, Boxes) else 1


def _measures(drawing: Drawing) -> tuple[object, ...]:
    """What the place of an exhibit depends on, as far as it changes while a value is dragged."""
    exhibit = drawing.exhibit
    sizes: tuple[object, ...] = ()
    for name in ("values", "labels", "series", "boxes", "lines", "rows", "columns", "broken"):
        found = getattr(exhibit, name, None)
        if found is not None:
            # Lines of a program are never dragged: another one of as many lines may need more room.
            sizes = (*sizes, found if name == "lines" else getattr(found, "shape", None) or len(found))
    words = exhibit.title, drawing.subtitle, getattr(exhibit, "side", "")
    return type(exhibit).__name__, exhibit.name, *words, drawing.decimals, sizes
