"""What a figure needs to know beside the trace: which cell is selected and how numbers and colours are to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnviz.engine.cells import Cell, Region
from attnviz.figures.viewport import Viewport


@dataclass(frozen=True)
class Selection:
    """The head whose tab is open, the query that is followed from X to the output, and the cell that explains itself.

    All count from 0. `cell` may name any stage or input; None explains nothing. `lit` are cells that a lesson sets off.
    """

    head: int = 0
    query: int = 0
    cell: Cell | None = None
    lit: tuple[Region, ...] = ()


def usual_query(queries: int) -> int:
    """The query that is followed until somebody chooses one: the second, which has something to look back at."""
    return min(1, queries - 1)


@dataclass(frozen=True)
class Entry:
    """What somebody typed into a veiled cell, and what came of it; `typed` is not judged yet. note: why, in words."""

    cell: Cell
    text: str
    verdict: Literal["typed", "right", "wrong"] = "typed"
    note: str = ""


@dataclass(frozen=True)
class Veil:
    """Numbers that no view shows, nor a colour that gives them away, until they are revealed.

    regions: to be predicted; their cells say "?" and can be typed into. unseen: not reached yet; their cells are empty.
    told: whether the way to a veiled number is explained, all but its end; an exercise keeps it for a hint.
    """

    regions: tuple[Region, ...] = ()
    entries: tuple[Entry, ...] = ()
    unseen: tuple[Region, ...] = ()
    told: bool = True

    def entry(self, cell: Cell) -> Entry | None:
        """What was typed there."""
        return next((entry for entry in self.entries if entry.cell == cell), None)


@dataclass(frozen=True)
class View:
    """How things are shown; never undone, never saved with the scenario."""

    decimals: int = 3
    tab: Literal["head", "heads", "concat"] = "head"
    layout: Literal["auto", "board", "focus"] = "auto"  # auto: the board where its numbers are legible, else focus
    focus: str = "weights"
    shared_scale: bool = True
    colour_map: str = "auto"
    colour_scale: Literal["auto", "linear", "powers"] = "auto"  # of large maps of weights; auto: by powers of ten
    theme: Literal["light", "dark"] = "light"
    text_size: Literal["normal", "large", "projector"] = "normal"
    numbers: bool = True
    legend: bool = True
    depth: Literal["words", "numbers", "formula"] = "numbers"  # how a selected number explains itself
    moves: bool = False  # panes show the partial derivatives of the selected number
    changes: bool = False  # cells that the last edit moved are marked
    compare: Literal["off", "side", "difference"] = "off"  # with the pinned trace
    veil: Veil = Veil()
    viewport: Viewport | None = None  # the part of the T×S maps that is seen; None: all of them
    paint_mask: bool = False  # clicks on scores to weights hide and show keys instead of only selecting

    @property
    def why_own_scales(self) -> str:
        """Why each head is on its own scale whatever `shared_scale` asks for; "" where it may be shared."""
        return "Each head's differences are on their own scale." if self.compare == "difference" else ""
