"""What the figures in the middle are called, whether a board's numbers can be read, and how its title looks."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from PySide6.QtCore import QRectF

from attnviz.engine.inputs import Sizes
from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.board import Board, Placed, title_look
from attnviz.figures.compose_parts import MOST_ON_BOARD
from attnviz.figures.figure import Figure
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme
from attnviz.figures.vectors import Vectors

Titled = tuple[tuple[QRectF, Board], ...]  # boards that have titles of their own, and where they stand
Alone = Heatmap | LargeMap | Bars | Vectors
Part = tuple[str, QRectF, Figure]  # a figure with its place, by the name of its view

MANY, MANY_CELLS = 16, 40_000  # heads of which each has a view of its own, and small cells of all these
MOST_NUMBERS = 64  # rows or columns: of more, no screen shows a board with numbers


@dataclass(frozen=True, eq=False)
class Sheet:
    """The maps of very many heads, which one view shows, each with its place from their corner."""

    maps: tuple[tuple[QRectF, Heatmap | LargeMap], ...]


def gathered(parts: tuple[Part, ...], prefixes: tuple[str, ...]) -> tuple[tuple[str, QRectF, Figure | Sheet], ...]:
    """The figures with those of all heads as one sheet, where these are very many.

    prefixes: of names, such as those of what is pinned, whose heads are a sheet of their own.
    """
    found: list[tuple[str, QRectF, Figure | Sheet]] = []
    own = {name: next((each for each in prefixes if name.startswith(f"{each}heads.")), None) for name, _, _ in parts}
    for prefix in prefixes:
        heads = [(rect, figure) for name, rect, figure in parts if own[name] == prefix]
        maps = tuple((rect, figure) for rect, figure in heads if isinstance(figure, Heatmap | LargeMap))
        cells = sum(figure.shape[0] * figure.shape[1] for _, figure in maps if isinstance(figure, Heatmap))
        if len(maps) > MANY or (len(maps) > 1 and cells > MANY_CELLS):
            whole = QRectF(maps[0][0])
            for rect, _ in maps:
                whole |= rect
            corner = -whole.topLeft()
            found.append((f"{prefix}heads", whole, Sheet(tuple((rect.translated(corner), one) for rect, one in maps))))
            parts = tuple(part for part in parts if own[part[0]] != prefix)
    return (*found, *parts)


def why_no_board(size: Sizes) -> str:
    """Why there is no board of a scenario of that size, "" if there is one."""
    fits = max(size.T, size.S) <= MOST_ON_BOARD
    return "" if fits else f"A board shows up to {MOST_ON_BOARD} queries and keys. Here each step is a map by itself."


def could_be_legible(trace: Trace) -> bool:
    """False where no screen shows a board with numbers, which need not be composed then."""
    return max(trace.sizes.T, trace.sizes.S) <= MOST_NUMBERS


def titles_look(titled: Titled, look: Theme) -> tuple[object, ...]:
    """All that the painted titles depend on beside the theme; typing seldom changes it."""
    return tuple((room.getRect(), title_look(board, room, look).factor, *_title_looks(board)) for room, board in titled)


def _title_looks(board: Board) -> tuple[object, ...]:
    maps = (panel for panel in board.panels if isinstance(panel, Heatmap | LargeMap) and panel.limits is not None)
    legend = next(((one.legend_ends, one.legend_texts, one.limits, one.colour_map) for one in maps), None)
    part = next(
        (
            (one.seen, one.picture and one.picture.block(0), one.pending)
            for one in board.panels
            if isinstance(one, LargeMap)
        ),
        None,
    )  # what a point stands for, and how faint the legend is
    return board.title, board.subtitle, board.show_title, board.shared, legend, part


def left_over(figure: Heatmap, room: QRectF, look: Theme) -> float:
    """How much of the room's width a map alone leaves free; whole pixels, so that its cells begin on such."""
    grid = layout(figure, room, look)
    end = max(grid.map.right(), grid.map.right() if grid.legend.isEmpty() else grid.legend.right())
    return 2.0 * max(0, floor((room.right() - end) / 2))


def alone_name(figure: Alone) -> str:
    """The name of the view of a figure that stands alone."""
    return figure.key if isinstance(figure, Heatmap | LargeMap) else "bars" if isinstance(figure, Bars) else "vectors"


def view_names(tab: str, parts: tuple[Placed, ...]) -> tuple[str, ...]:
    """A name for the view of each part, no two alike: a stage of several heads bears the head's number from 2 on."""
    names = [_view_name(tab, part) for part in parts]
    again = [name in names[:place] for place, name in enumerate(names)]
    return tuple(
        f"{name}.{(part.figure.head or 0) + 1}" if twice and isinstance(part.figure, Heatmap | LargeMap) else name
        for name, part, twice in zip(names, parts, again, strict=True)
    )


def _view_name(tab: str, part: Placed) -> str:
    if isinstance(part.figure, Bars):
        return "bars"
    return f"heads.{(part.figure.head or 0) + 1}" if tab == "heads" else part.figure.key
