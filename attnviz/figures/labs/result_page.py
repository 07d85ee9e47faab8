"""A result's exhibits on a page, with what is right on the left and what is wrong on the right."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.figures.labels import ruler
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.page import GAP, Item, One, PlacedPage, Way, arranged, least_height
from attnviz.figures.labs.painting import GROWING, drawing_least, drawing_size
from attnviz.figures.theme import SMALL_PX, Theme
from attnviz.figures.theme import theme as theme_of

RIGHT, WRONG = "Right ✓", "Wrong ✗"
MARGIN = 12.0  # pixels around all
_LARGER, _SMALLER = (1.7, 1.5, 1.3, 1.15), (0.93, 0.87)  # times the theme's letters that are tried
_ENOUGH = 0.9  # of its liked size at least for each exhibit, where letters are to be larger


@dataclass(frozen=True)
class PageLayout:
    """The rectangle of each drawing, the headings over the two sides, and the size of the page.

    divider: x, top and bottom of the line between the sides, None without sides. theme: what all is drawn with, grown
    where there is room. worst, ways: as `PlacedPage` has them.
    """

    rects: tuple[QRectF, ...]
    headings: tuple[tuple[str, QRectF], ...]
    divider: tuple[float, float, float] | None
    size: QSizeF
    theme: Theme = field(default_factory=theme_of)
    worst: float = 1.0
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True)
class _Pair:
    """Two columns of the same make: what is at one place in both takes the same room."""

    items: tuple[Item, ...]
    heading: float

    @cached_property
    def likes(self) -> QSizeF:
        width = max(2 * max(item.likes.width() for item in self.items) + 2 * GAP, 1.0)
        tall = sum(item.likes.height() for item in self.items) + GAP * (len(self.items) - 1)
        return QSizeF(width, tall + self.heading)

    @property
    def grows(self) -> bool:
        return any(item.grows for item in self.items)

    @cached_property
    def narrowest(self) -> float:
        return 2 * max(item.narrowest for item in self.items) + 2 * GAP

    def height(self, width: float) -> float:
        half = max((width - 2 * GAP) / 2, self.narrowest / 2 - GAP)
        return least_height(self.items, half) + self.heading

    def placed(self, rect: QRectF) -> PlacedPage:
        return arranged(self.items, QSizeF((rect.width() - 2 * GAP) / 2, rect.height() - self.heading))


def page_layout(drawings: tuple[Drawing, ...], room: QSizeF, theme: Theme) -> PageLayout:
    """The page for drawings in that order, with the largest letters for which nothing has to be scrolled.

    Letters of projected text may become somewhat smaller for that, but never illegible.
    """
    usual = _page_of(drawings, room, theme)
    if not drawings:
        return usual
    if _whole(usual, room):
        for factor in _LARGER:
            page = _page_of(drawings, room, theme.grown(factor), usual.ways)
            if _whole(page, room) and page.worst >= _ENOUGH:
                return page
        return usual
    for factor in _SMALLER:
        if theme.factor * factor * SMALL_PX >= theme.least_number:
            page = _page_of(drawings, room, theme.grown(factor), usual.ways)
            if _whole(page, room):
                return page
    return usual


def _whole(page: PageLayout, room: QSizeF) -> bool:
    return page.size.height() <= room.height() + 0.5 and page.size.width() <= room.width() + 0.5


def _page_of(drawings: tuple[Drawing, ...], room: QSizeF, theme: Theme, ways: tuple[Way, ...] = ()) -> PageLayout:
    """The page in that theme; drawings without a side stand before the pair or after it, as they come."""
    inner = QSizeF(room.width() - 2 * MARGIN, room.height() - 2 * MARGIN)
    items: list[Item] = []
    owners: list[int | None] = []  # None is the pair
    rights = [i for i, drawing in enumerate(drawings) if _side(drawing) == "right"]
    wrongs = [i for i, drawing in enumerate(drawings) if _side(drawing) == "wrong"]
    pair = _pair(drawings, rights, wrongs, theme)
    for index, drawing in enumerate(drawings):
        if not _side(drawing):
            items.append(_one(drawing, theme))
            owners.append(index)
        elif pair is not None and None not in owners:
            items.append(pair)
            owners.append(None)
    page = arranged(tuple(items), inner, ways)
    rects = [QRectF()] * len(drawings)
    headings: list[tuple[str, QRectF]] = []
    divider = None
    by = QPointF(MARGIN, MARGIN)
    for owner, place in zip(owners, page.rects, strict=True):
        rect = place.translated(by)
        if owner is not None:
            rects[owner] = rect
            continue
        assert pair is not None
        shift = (rect.width() + 2 * GAP) / 2
        inside = pair.placed(rect)
        for number, own in enumerate(inside.rects):
            for side, members in enumerate((rights, wrongs)):
                if number < len(members):
                    rects[members[number]] = own.translated(rect.left() + side * shift, rect.top() + pair.heading)
        half = shift - 2 * GAP
        headings += [
            (text, QRectF(rect.left() + side * shift, rect.top(), half, pair.heading))
            for side, text in enumerate((RIGHT, WRONG))
        ]
        divider = (rect.left() + shift - GAP, rect.top(), rect.bottom())
    size = QSizeF(page.size.width() + 2 * MARGIN, page.size.height() + 2 * MARGIN)
    return PageLayout(tuple(rects), tuple(headings), divider, size, theme, page.worst, page.ways)


def _pair(drawings: tuple[Drawing, ...], rights: list[int], wrongs: list[int], theme: Theme) -> _Pair | None:
    """The two columns as one item; where one is longer, the rest of it stands beside nothing."""
    if not rights and not wrongs:
        return None
    items = []
    for number in range(max(len(rights), len(wrongs))):
        ones = [_one(drawings[members[number]], theme) for members in (rights, wrongs) if number < len(members)]
        items.append(_larger(ones))
    return _Pair(tuple(items), heading_height(theme))


def heading_height(theme: Theme) -> float:
    """The height of “Right” and “Wrong” with the gap below them."""
    return ruler(theme.title_font).height + 10.0


def _larger(ones: list[One]) -> One:
    """One item with room for each of them."""
    likes = ones[0].likes
    for one in ones[1:]:
        likes = likes.expandedTo(one.likes)

    def measure(width: float) -> QSizeF:
        size = ones[0].measure(width)
        for one in ones[1:]:
            size = size.expandedTo(one.measure(width))
        return size

    return One(likes, any(one.grows for one in ones), measure)


def _one(drawing: Drawing, theme: Theme) -> One:
    def measure(width: float) -> QSizeF:
        return drawing_least(drawing, theme, width)

    likes = drawing_size(drawing, theme)
    return One(likes.expandedTo(QSizeF(40, 20)), isinstance(drawing.exhibit, GROWING), measure)


def _side(drawing: Drawing) -> str:
    return str(getattr(drawing.exhibit, "side", ""))
