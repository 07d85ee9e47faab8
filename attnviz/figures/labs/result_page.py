"""A result's exhibits on a page, with what is right on the left and what is wrong on the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import title_lines
from attnviz.figures.labs.heights import GAP, push_below
from attnviz.figures.labs.items import Item
from attnviz.figures.labs.low_room import lowered
from attnviz.figures.labs.one_exhibit import one_of
from attnviz.figures.labs.page import PlacedPage, arranged
from attnviz.figures.labs.page_rows import Way
from attnviz.figures.labs.pairs import is_paired, pairs, side_of, titles_differ
from attnviz.figures.labs.side_columns import Sides, side_columns, sides_of
from attnviz.figures.searching import Known, search_once
from attnviz.figures.theme import SMALL_PX, Theme
from attnviz.figures.theme import theme as theme_of

RIGHT, WRONG = "Right ✓", "Wrong ✗"
MARGIN = 12.0  # pixels around all
_LARGER, _SMALLER = (1.7, 1.5, 1.3, 1.15), (0.93, 0.87)  # times the theme's letters that are tried
_SMALLEST = (0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.45, 0.4, 0.35)  # the same where nothing can be scrolled
_LEGIBLE = 0.9  # times the normal letters, below which a page that can be scrolled does not shrink
_HALF = 0.5  # of a map: less of it before one scrolls is its title and names alone
_ENOUGH = 0.9  # of its liked size at least for each exhibit, where letters are to be larger


@dataclass(frozen=True)
class PageLayout:
    """The rectangle of each drawing, the headings over the two sides, and the size of the page.

    dividers: x, top and bottom of each line between sides. theme: what all is drawn with, grown where there is room.
    worst, ways: as `PlacedPage` has them. room: what it was laid out for.
    """

    rects: tuple[QRectF, ...]
    headings: tuple[tuple[str, QRectF], ...]
    dividers: tuple[tuple[float, float, float], ...]
    size: QSizeF
    theme: Theme = field(default_factory=theme_of)
    worst: float = 1.0
    ways: tuple[Way, ...] = ()
    room: QSizeF = field(default_factory=QSizeF)


def page_layout(
    drawings: tuple[Drawing, ...],
    room: QSizeF,
    theme: Theme,
    before: PageLayout | None = None,
    *,
    scrolls: bool = True,
    known: Known | None = None,
) -> PageLayout:
    """The page for drawings in that order, with the largest letters for which nothing has to be scrolled.

    Letters of projected text may become somewhat smaller for that, but never illegible. before: the page of the same
    experiment that people have before them: its arrangement stays where it is nearly as good, and its letters where
    they fit the same room. scrolls: whether what does not fit can be scrolled; else letters shrink until it fits.
    known: what was found when the same was asked for before, where `searching` let it go no further.
    Raises Unfinished where `searching` lets it go no further for now.
    """
    stays = before.ways[0] if before is not None and before.ways else None
    page = _Search(drawings, room, theme, stays, {} if known is None else known)
    if not drawings:
        return page.usual
    factors: tuple[float, ...] = _LARGER
    if before is not None and before.ways and before.room == room and before.theme.text_size == theme.text_size:
        present = before.theme.factor / theme.factor
        factors = (*(factor for factor in (present,) if factor > 1.0), *(f for f in _LARGER if f < present))
    if is_whole(page.usual, room):
        return next(filter(None, map(page.grown, factors)), page.usual)
    for factor in _SMALLER:
        if theme.factor * factor * SMALL_PX >= theme.least_number:
            smaller = page.lettered(theme.grown(factor))
            if is_whole(smaller, room):
                return smaller
    if not scrolls:
        return page.shrunk()
    if is_paired(drawings):
        shrunk = page.shrunk(least=_LEGIBLE / theme.factor)
        if is_whole(shrunk, room):
            return shrunk
    if not _has_width(page.usual, room):
        return page.shrunk(least=_LEGIBLE / theme.factor, fits=_has_width)
    if titles_differ(drawings, page.usual.rects, page.usual.theme):
        smaller = page.lettered(theme.grown(_SMALLER[0]))
        return page.usual if titles_differ(drawings, smaller.rects, smaller.theme) else smaller
    return page.usual


@dataclass(frozen=True)
class _Search:
    """The page of some drawings in one room, in letters of several sizes. stays: as `arranged` has it."""

    drawings: tuple[Drawing, ...]
    room: QSizeF
    theme: Theme
    stays: Way | None
    known: Known

    @cached_property
    def _columns(self) -> tuple[tuple[int, ...], ...]:
        return side_columns(self.drawings, self.theme, self.room.width() - 2 * MARGIN)

    @cached_property
    def usual(self) -> PageLayout:
        """The page in the theme's own letters."""
        return self._page(self.theme, (), self.stays)

    def lettered(self, theme: Theme) -> PageLayout:
        """The page in other letters, of the arrangements that are good in the usual ones."""
        return self._page(theme, self.usual.ways, self.stays)

    def grown(self, factor: float) -> PageLayout | None:
        """The page in larger letters, of which the best arrangement that breaks no title; None if that is no good."""

        def is_good(page: PageLayout) -> bool:
            return is_whole(page, self.room) and page.worst >= _ENOUGH

        theme = self.theme.grown(factor)
        best, lines = self.lettered(theme), _title_lines(self.usual, self.drawings)
        others = (self._page(theme, (way,)) for way in best.ways[1:] if is_good(best))
        pages = (page for page in chain((best,), others) if is_good(page))
        return next((page for page in pages if _title_lines(page, self.drawings) <= lines), None)

    def shrunk(self, *, least: float = 0.0, fits: Callable[[PageLayout, QSizeF], bool] | None = None) -> PageLayout:
        """The page with the largest letters for which it fits, numbers shrinking with them; at last the smallest tried.

        fits: what that means, by default that nothing has to be scrolled.
        """
        page = self.usual
        for factor in (*_SMALLER, *_SMALLEST):
            if factor < least:
                break
            smaller = replace(self.theme.grown(factor), least_number=self.theme.least_number * factor)
            page = self._page(smaller, () if least else self.usual.ways, self.stays)
            if (fits or is_whole)(page, self.room):
                break
        return page

    def _page(self, theme: Theme, ways: tuple[Way, ...], stays: Way | None = None) -> PageLayout:
        asked = self.drawings, self.room.toTuple(), theme, ways, stays

        def search() -> _Rows:
            return _rows_of(self.drawings, self.room, theme, self._columns, ways, stays)

        rows = search_once(self.known, asked, search)
        inside = None
        if rows.sides is not None:  # to place what has a side is as much to do again
            inside = search_once(self.known, (*asked, "sides"), partial(Sides.placed, *rows.sides))
        return _page_of(self.drawings, self.room, theme, rows, inside)


def _title_lines(page: PageLayout, drawings: tuple[Drawing, ...]) -> int:
    return sum(title_lines(one, page.theme, rect.width()) for one, rect in zip(drawings, page.rects, strict=True))


def is_whole(page: PageLayout, room: QSizeF) -> bool:
    """True if nothing of the page has to be scrolled."""
    return page.size.height() <= room.height() + 0.5 and _has_width(page, room)


def _has_width(page: PageLayout, room: QSizeF) -> bool:
    """True if nothing has to be scrolled across: then right and wrong are beside each other."""
    return page.size.width() <= room.width() + 0.5


@dataclass(frozen=True)
class _Rows:
    """The items of a page in their rows; drawings without a side stand before the sides or after them, as they come.

    owners: the drawing that each item is, None for all that has a side.
    """

    items: tuple[Item, ...]
    owners: tuple[int | None, ...]
    page: PlacedPage

    @property
    def sides(self) -> tuple[Sides, QRectF] | None:
        """What has a side, and its place."""
        found = zip(self.items, self.page.rects, strict=True)
        return next(((item, rect) for item, rect in found if isinstance(item, Sides)), None)


def _rows_of(
    drawings: tuple[Drawing, ...],
    room: QSizeF,
    theme: Theme,
    columns: tuple[tuple[int, ...], ...],
    ways: tuple[Way, ...],
    stays: Way | None,
) -> _Rows:
    inner = QSizeF(room.width() - 2 * MARGIN, room.height() - 2 * MARGIN)
    items: list[Item] = []
    owners: list[int | None] = []
    for index, drawing in enumerate(drawings):
        if not side_of(drawing):
            items.append(lowered(one_of(drawing, theme), drawing, theme, inner.height()))
            owners.append(index)
        elif None not in owners:
            items.append(sides_of(drawings, columns, theme))
            owners.append(None)
    page = arranged(tuple(items), inner, ways, stays, pairs(drawings, owners))
    return _Rows(tuple(items), tuple(owners), page)


def _page_of(
    drawings: tuple[Drawing, ...], room: QSizeF, theme: Theme, rows: _Rows, inside: PlacedPage | None
) -> PageLayout:
    """The page of those rows in that theme. inside: what stands in the first column of the sides, if there are any."""
    page = rows.page
    rects = [QRectF()] * len(drawings)
    for owner, own in zip(rows.owners, page.rects, strict=True):
        if owner is not None:
            rects[owner] = own.translated(MARGIN, MARGIN)
    headings: list[tuple[str, QRectF]] = []
    dividers: list[tuple[float, float, float]] = []
    if rows.sides is not None and inside is not None:
        sides, own = rows.sides
        rect = own.translated(MARGIN, MARGIN)
        share = sides.share(rect.width())
        for number, members in enumerate(sides.columns):
            left = rect.left() + number * (share + 2 * GAP)
            for member, place in zip(members, inside.rects, strict=False):
                rects[member] = place.translated(left, rect.top() + sides.heading)
            text = RIGHT if side_of(drawings[members[0]]) == "right" else WRONG
            headings.append((text, QRectF(left, rect.top(), share, sides.heading)))
            if number:
                dividers.append((left - GAP, rect.top(), rect.bottom()))
    further = 0.0
    if dividers:
        grow = [one_of(drawing, theme).grows for drawing in drawings]
        further = push_below(rects, grow, room.height(), _HALF)
        dividers = [(x, top, bottom + further) for x, top, bottom in dividers]
    size = QSizeF(page.size.width() + 2 * MARGIN, page.size.height() + further + 2 * MARGIN)
    return PageLayout(tuple(rects), tuple(headings), tuple(dividers), size, theme, page.worst, page.ways, QSizeF(room))
