"""What is right and what is wrong in columns beside each other, of which all are placed like the first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labels import ruler
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heights import GAP
from attnviz.figures.labs.items import Item
from attnviz.figures.labs.one_exhibit import one_of
from attnviz.figures.labs.page import PlacedPage, arranged, least_height
from attnviz.figures.labs.pairs import larger, side_of, stem_of
from attnviz.figures.theme import Theme

_MOST_COLUMNS = 4  # of right and wrong beside each other


@dataclass(frozen=True)
class Sides:
    """Columns of the same make, right and wrong: what is at one place in each takes the same room."""

    columns: tuple[tuple[int, ...], ...]  # the drawings in each
    items: tuple[Item, ...]
    heading: float

    @cached_property
    def likes(self) -> QSizeF:
        width = max(self._all(max(item.likes.width() for item in self.items)), 1.0)
        tall = sum(item.likes.height() for item in self.items) + GAP * (len(self.items) - 1)
        return QSizeF(width, tall + self.heading)

    @property
    def grows(self) -> bool:
        return any(item.grows for item in self.items)

    @cached_property
    def narrowest(self) -> float:
        return self._all(max(item.narrowest for item in self.items))

    def height(self, width: float) -> float:
        return least_height(self.items, self.share(max(width, self.narrowest))) + self.heading

    def placed(self, rect: QRectF) -> PlacedPage:
        """What stands in the first column, to be repeated in the others."""
        return arranged(self.items, QSizeF(self.share(rect.width()), rect.height() - self.heading))

    def share(self, width: float) -> float:
        """The width of one column where all have that much."""
        return (width + 2 * GAP) / len(self.columns) - 2 * GAP

    def _all(self, share: float) -> float:
        return (share + 2 * GAP) * len(self.columns) - 2 * GAP


def side_columns(drawings: tuple[Drawing, ...], theme: Theme, width: float) -> tuple[tuple[int, ...], ...]:
    """What is right and what is wrong, as the numbers of drawings in each column.

    Where one side has more than the other, each drawing has a column of its own if there is room, with those whose
    names go on from its own below it: else half a page would stay empty.
    """
    sided = [index for index, drawing in enumerate(drawings) if side_of(drawing)]
    two = tuple(tuple(i for i in sided if side_of(drawings[i]) == side) for side in ("right", "wrong"))
    two = tuple(column for column in two if column)
    if len({len(column) for column in two}) <= 1:
        return two
    own = tuple(tuple(found) for _, found in groupby(sided, key=lambda index: stem_of(drawings[index])))
    if len({len(column) for column in own}) > 1:
        own = tuple((index,) for index in sided)
    if len(own) > _MOST_COLUMNS:
        return two
    return own if sides_of(drawings, own, theme).narrowest <= width else two


def sides_of(drawings: tuple[Drawing, ...], columns: tuple[tuple[int, ...], ...], theme: Theme) -> Sides:
    """The columns as one item; where one is longer, the rest of it stands beside nothing."""
    items = []
    for number in range(max(map(len, columns))):
        ones = [one_of(drawings[members[number]], theme) for members in columns if number < len(members)]
        items.append(larger(ones))
    return Sides(columns, tuple(items), heading_height(theme))


def heading_height(theme: Theme) -> float:
    """The height of “Right” and “Wrong” with the gap below them."""
    return ruler(theme.title_font).height + 10.0
