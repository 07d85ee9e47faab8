"""What a figure needs to know beside the trace: which cell is selected and how numbers and colours are to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnviz.engine.cells import Cell


@dataclass(frozen=True)
class Selection:
    """The head whose tab is open, the query that is followed from X to the output, and the cell that explains itself.

    All count from 0. `cell` may name any stage or input; None explains nothing.
    """

    head: int = 0
    query: int = 0
    cell: Cell | None = None


@dataclass(frozen=True)
class View:
    """How things are shown; never undone, never saved with the scenario."""

    decimals: int = 3
    tab: Literal["head", "heads", "concat"] = "head"
    layout: Literal["auto", "board", "focus"] = "auto"  # auto: the board where its numbers are legible, else focus
    focus: str = "weights"
    shared_scale: bool = True
    colour_map: str = "auto"
    theme: Literal["light", "dark"] = "light"
    text_size: Literal["normal", "large", "projector"] = "normal"
    numbers: bool = True
    legend: bool = True
    paint_mask: bool = False  # clicks on scores to weights hide and show keys instead of only selecting
