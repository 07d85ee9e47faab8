"""The page of a step: the largest of several cuts of it that fits, in the largest letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QSizeF

from attnviz.figures.labs.bands import Bands, across_at_least, banded, has_width
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.items import One
from attnviz.figures.labs.one_exhibit import narrowest_of, one_of
from attnviz.figures.labs.result_page import MARGIN, PageLayout, is_whole
from attnviz.figures.searching import Known, search_once
from attnviz.figures.theme import SMALL_PX, Theme
from attnviz.labs.exhibits import Exhibit
from attnviz.labs.protocol import Cut, Result

_LARGER, _SMALLER = (1.15, 1.3, 1.5, 1.7, 2.0), (0.93, 0.87)  # times the theme's letters that are tried
_SMALLEST = (0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.45, 0.4, 0.35)  # the same where nothing can be scrolled
_FAR = 1.15  # times the letters of normal size, which can be read from some way off
_ENOUGH = 0.9  # of its liked size at least for each exhibit, where letters are to be larger


@dataclass(frozen=True, eq=False)
class Leaf:
    """One cut of a page: its drawings, stand-ins as large as in any step or none, and its lines."""

    drawings: tuple[Drawing, ...]
    widest: tuple[Drawing, ...]
    bands: Bands

    @property
    def measured(self) -> tuple[Drawing, ...]:
        """What it is arranged for."""
        return self.widest or self.drawings


def leaves_of(result: Result, style: Drawing) -> tuple[Leaf, ...]:
    """The cuts of a result that has lines, with the looks of a drawing; () for one that leaves them to the page."""
    if not result.bands:
        return ()
    found = []
    known: dict[int, Drawing] = {}  # what several cuts show is one drawing, and is measured once

    def drawn(exhibit: Exhibit) -> Drawing:
        if id(exhibit) not in known:
            known[id(exhibit)] = replace(style, exhibit=exhibit)
        return known[id(exhibit)]

    first = Cut(result.exhibits, result.widest, result.bands)
    for cut in (first, *result.cuts):
        names = [exhibit.name for exhibit in cut.exhibits]
        bands = tuple(tuple(map(names.index, band)) for band in cut.bands)
        found.append(Leaf(tuple(map(drawn, cut.exhibits)), tuple(map(drawn, cut.widest)), bands))
    return tuple(found)


def leaf_page(
    leaves: tuple[Leaf, ...], room: QSizeF, theme: Theme, *, scrolls: bool = True, known: Known | None = None
) -> tuple[int, PageLayout]:
    """Which cut fits, and its page: the first one in letters for a class, else the first one that fits at all.

    Letters become somewhat smaller before an exhibit is left out. Where none fits, one that is not too wide is
    scrolled, of the steps of a page the last, or shrinks if it cannot be. known: as `page_layout` has it.
    Raises Unfinished where `searching` lets it go no further for now.
    """
    cuts = _Cuts(leaves, room, {} if known is None else known)
    counts = [sum(map(len, leaf.bands)) for leaf in leaves]
    whole = [number for number, count in enumerate(counts) if count == counts[0]]
    for group in (whole, [number for number in range(len(leaves)) if number not in whole]):
        found = _largest(cuts, group, theme) or _somewhat_smaller(cuts, group, theme)
        if found is not None:
            return found
    narrow = [number for number in range(len(leaves)) if cuts.page(number, theme).size.width() <= room.width()]
    chosen = narrow[0] if narrow and not leaves[-1].widest else len(leaves) - 1
    page = cuts.page(chosen, theme)
    for factor in () if scrolls else (*_SMALLER, *_SMALLEST):
        page = cuts.page(chosen, replace(theme.grown(factor), least_number=theme.least_number * factor))
        if is_whole(page, room):
            break
    return chosen, page


@dataclass(frozen=True)
class _Cuts:
    """The cuts of a page in one room, with those of their pages that are known."""

    leaves: tuple[Leaf, ...]
    room: QSizeF
    known: Known

    def page(self, number: int, theme: Theme) -> PageLayout:
        """The page of a cut."""
        leaf = self.leaves[number]
        return search_once(self.known, (leaf, self.room.toTuple(), theme), lambda: _page_of(leaf, self.room, theme))

    def whole_page(self, number: int, theme: Theme, enough: float = 0.0) -> PageLayout | None:
        """The same, None if it does not fit, or one exhibit has less than `enough` of its liked size."""
        leaf = self.leaves[number]
        if not search_once(
            self.known,
            ("wide", leaf, self.room.toTuple(), theme, enough),
            lambda: _has_width(leaf, self.room, theme, enough),
        ):
            return None
        page = self.page(number, theme)
        return page if is_whole(page, self.room) and page.worst >= enough else None


def _largest(cuts: _Cuts, group: Sequence[int], theme: Theme) -> tuple[int, PageLayout] | None:
    """The first cut that fits in letters to be read from afar, else the first one that fits."""
    first: tuple[int, PageLayout] | None = None
    for number in group:
        page = None if first else cuts.whole_page(number, theme)
        if not (first or page):  # nor would larger letters fit
            continue
        for factor in _LARGER:
            larger = cuts.whole_page(number, theme.grown(factor), _ENOUGH)
            if larger is None:  # nor would still larger letters fit
                break
            page = larger
        if page is None:
            continue
        first = first or (number, page)
        if page.theme.factor >= _FAR:
            return number, page
    return first


def _somewhat_smaller(cuts: _Cuts, group: Sequence[int], theme: Theme) -> tuple[int, PageLayout] | None:
    """The first cut that fits in somewhat smaller letters, which can still be read."""
    for factor in _SMALLER:
        if theme.factor * factor * SMALL_PX >= theme.least_number:
            for number in group:
                page = cuts.whole_page(number, theme.grown(factor))
                if page is not None:
                    return number, page
    return None


def _has_width(leaf: Leaf, room: QSizeF, theme: Theme, enough: float) -> bool:
    """Whether it may be worth while to ask how high such a page is."""
    inner = _inside(room)
    narrowest = [narrowest_of(drawing, theme) for drawing in leaf.measured]
    if across_at_least(narrowest, leaf.bands) > inner.width() + 0.5:
        return False
    return has_width(_items(leaf, inner, theme), leaf.bands, inner.width(), enough)


def _inside(room: QSizeF) -> QSizeF:
    return QSizeF(room.width() - 2 * MARGIN, room.height() - 2 * MARGIN)


def _items(leaf: Leaf, inner: QSizeF, theme: Theme) -> tuple[One, ...]:
    return tuple(one_of(drawing, theme, inner.height()) for drawing in leaf.measured)


def _page_of(leaf: Leaf, room: QSizeF, theme: Theme) -> PageLayout:
    inner = _inside(room)
    page = banded(_items(leaf, inner, theme), leaf.bands, inner)
    rects = tuple(rect.translated(MARGIN, MARGIN) for rect in page.rects)
    size = QSizeF(page.size.width() + 2 * MARGIN, page.size.height() + 2 * MARGIN)
    return PageLayout(rects, (), (), size, theme, page.worst, room=QSizeF(room))
