"""An exhibit of a laboratory with its looks: what one painted figure is."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attnviz.figures.heatmap import Fit
from attnviz.figures.vector_ticks import Bounds

if TYPE_CHECKING:  # the window starts sooner without the laboratories
    from attnviz.labs.exhibits import Exhibit


@dataclass(frozen=True, eq=False)
class Drawing:
    """One exhibit to be painted. bounds: the part of a plane that stays in sight while something in it is dragged.

    numbers: whether cells, bars and arrows carry theirs. cursor: the cell of a matrix, or the bar, that the keyboard
    is at. most: how large the cells of a matrix, the lines and tracks of bars, or the letters of a table are at most,
    as others on its page ask. lead: the height that its heading takes at least, so that what stands beside others
    begins with them. stand_in: a table as wide as in any step, by which the columns and letters of this one are
    measured.
    """

    exhibit: Exhibit
    decimals: int = 3
    colour_map: str = "auto"
    numbers: bool = True
    legend: bool = True
    show_title: bool = True
    bounds: Bounds | None = None
    cursor: tuple[int, int] | None = None
    fit: Fit | None = None  # a board may ask any figure for it
    most: Fit | None = None
    lead: float = 0.0
    stand_in: Exhibit | None = None

    @cached_property
    def kept(self) -> dict[Hashable, object]:
        """What was measured of it, by what was asked for: see `measuring.once`."""
        return {}

    @cached_property
    def common(self) -> dict[Hashable, object]:
        """The same of its numbers alone, which it has in common with those made of it: see `measuring.once_of_all`."""
        return {}

    def within(self, bounds: Bounds | None) -> Drawing:
        """The same exhibit with that part of the plane in sight; None: the one that suits it."""
        return self.like(bounds=bounds)

    def at(self, cursor: tuple[int, int] | None) -> Drawing:
        """The same exhibit with the keyboard at that cell."""
        return self.like(cursor=cursor)

    def like(self, **changes: Any) -> Drawing:
        """The same exhibit with other bounds, cursor, most, lead or stand-in, and with what is known of its numbers."""
        if all(getattr(self, name) == value for name, value in changes.items()):
            return self
        twin = replace(self, **changes)
        twin.__dict__["common"] = self.common
        return twin

    @property
    def key(self) -> str:
        """The exhibit's name, as Cells name what they are in."""
        return self.exhibit.name

    @property
    def title(self) -> str:
        """The exhibit's title, with the side it stands for where it is one of two."""
        side = {"right": "right", "wrong": "wrong"}.get(getattr(self.exhibit, "side", ""), "")
        return f"{self.exhibit.title} ({side})" if side and not self.show_title else self.exhibit.title

    @property
    def subtitle(self) -> str:
        """The soft words after the title."""
        return str(getattr(self.exhibit, "subtitle", ""))
