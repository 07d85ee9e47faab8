"""Several figures on one sheet, read like a blackboard: row by row, all maps with one cell size."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import floor
from typing import cast

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.figures import board_legend
from attnviz.figures.bars import Bars, bars_layout
from attnviz.figures.board_lines import GAP
from attnviz.figures.board_plan import Panel, Plan, Task, apart, positions
from attnviz.figures.fitting import figure_theme
from attnviz.figures.grid import sole_fit
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.large.among import in_few_letters
from attnviz.figures.large.arrange import Shown, has_large, lattice_height, natural_room, place_large
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.larger_letters import with_larger_letters
from attnviz.figures.lettering import lettered
from attnviz.figures.planning import best_plan, natural_plan, projected_plan
from attnviz.figures.side_by_side import side_by_side
from attnviz.figures.theme import SMALL_PX, Theme
from attnviz.figures.titles import paint_title
from attnviz.figures.word_levels import word_levels

_LEGEND_ROOM = 16.0  # small letters: a large map that is not so wide has its legend below
_LEGEND_BELOW = 12.0  # and none if it is not so high
_ENDLESS = 1e6
ALONE = "focus"  # a board of one figure: one side of a comparison
_LEAST_CELL = 3.0  # squares of a number's height: no cell with a number is smaller
WELL = 1.12  # times the least legible number: larger ones are not worth smaller names
__all__ = ["Bars", "Board", "Panel", "Placed", "paint_board_title", "place", "title_look"]


@dataclass(frozen=True, eq=False)
class Board:
    """Panels in reading order. groups: the line of the blackboard each panel belongs to.

    name: "board", "heads", "concat" or ALONE. joins: lines that may as well go on in the row before. shared:
    one legend stands in the title for all panels, which then have none of their own. equal: all cells equally wide.
    centred: in the middle of a wider sheet. brief: what is said where the subtitle has no room. role: of the title.
    under: the one legend of large maps stands below them all, on a page that is too narrow for it beside the title.
    signs: its maps are differences, each on a scale of its own: a legend says what the colours mean.
    placed: its panels in the rooms that were asked for, which its title asks for too.
    """

    name: str
    panels: tuple[Shown, ...]
    groups: tuple[int, ...]
    joins: frozenset[int] = frozenset()
    title: str = ""
    subtitle: str = ""
    brief: str = ""
    show_title: bool = True
    shared: bool = False
    equal: bool = True
    centred: bool = False
    role: str = "input"
    under: bool = False
    signs: bool = False
    placed: dict[tuple[object, ...], tuple[Placed, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )


@dataclass(frozen=True)
class Placed:
    """One panel with its rectangle, its cell sizes fixed so that all maps of the board agree."""

    rect: QRectF
    figure: Shown


def place(board: Board, rect: QRectF, theme: Theme) -> tuple[Placed, ...]:
    """Each panel with its rectangle: numbers as large as fit; where they do not, the largest maps turn to colours.

    No two rectangles overlap and all lie within `rect`.
    """
    above = _above(board, rect, title_look(board, rect, theme))
    inner = rect.adjusted(0, above, 0, -board_legend.height_below(board, theme))
    return _placed_large(board, inner, theme) if has_large(board.panels) else _placed_small(board, inner, theme)


def title_look(board: Board, rect: QRectF, theme: Theme) -> Theme:
    """The theme of the board's own title: as large as the titles of its figures, as far as its words have room."""
    if has_large(board.panels) or not _above(board, rect, theme):
        return theme
    inner = rect.adjusted(0, _above(board, rect, theme), 0, 0)
    fits = (part.figure.fit for part in _placed_small(board, inner, theme) if isinstance(part.figure, Heatmap))
    sizes = {(fit.number_px, fit.letters) for fit in fits if fit}  # most maps of a board have the same
    largest = max((figure_theme(theme, *own).factor for own in sizes), default=0.0)
    return board_legend.title_with_words(board, theme, largest / theme.factor, rect.width())


def _placed_small(board: Board, inner: QRectF, theme: Theme) -> tuple[Placed, ...]:
    asked = inner.getRect(), theme, theme.palette.name
    if asked not in board.placed:
        board.placed[asked] = _newly_placed(board, inner, theme)
    return board.placed[asked]


def _newly_placed(board: Board, inner: QRectF, theme: Theme) -> tuple[Placed, ...]:
    if board.name == ALONE and isinstance(model := board.panels[0], Heatmap):
        fit = with_larger_letters(model, inner, theme, sole_fit(model, inner, theme))
        return (Placed(inner, replace(model, fit=fit)),)
    if board.name == "heads" and _too_many_for_numbers(board, inner, theme) and (even := _evenly(board, inner, theme)):
        return even  # attempts of each size would take seconds

    panels = _small(board)

    def task_in(look: Theme) -> Task:
        return Task(panels, board.groups, board.joins, inner.size(), look, board.equal)

    if board.name == "board" and theme.text_size == "projector":
        return _placed(board, *projected_plan(task_in, theme), inner, theme)
    plan, letters = lettered(
        theme, lambda look: best_plan(task_in(look)), lambda plan: plan.smallest_number, enough=WELL
    )
    if board.name == "heads" and not plan.smallest_number and (even := _evenly(board, inner, theme)):
        return even
    return _placed(board, plan, letters, inner, theme)


def _evenly(board: Board, inner: QRectF, theme: Theme) -> tuple[Placed, ...]:
    """Colour maps of all heads in a lattice, none where it has no room."""
    even = side_by_side(tuple(panel for panel in board.panels if isinstance(panel, Heatmap)), inner, theme)
    return tuple(Placed(*each) for each in even or ())


def _too_many_for_numbers(board: Board, inner: QRectF, theme: Theme) -> bool:
    """True if all cells, each as small as a legible number allows, have more area than there is."""
    cells = sum(panel.shape[0] * panel.shape[1] for panel in board.panels if isinstance(panel, Heatmap))
    number = theme.least_number if theme.text_size == "projector" else SMALL_PX
    return cells * _LEAST_CELL * number**2 > inner.width() * inner.height()


def place_naturally(board: Board, theme: Theme, width: float | None = None) -> tuple[QSizeF, tuple[Placed, ...]]:
    """The board at the size it likes, no wider than `width`, with numbers of the theme's size; and that size."""
    above = title_height(board, theme)
    if has_large(board.panels):
        wide, high = natural_room(board.panels, board.groups, board.joins, width)
        if board.name == "heads":
            high = lattice_height(board.panels, wide, high, theme)
        placed = _trimmed(_placed_large(board, QRectF(0, above, wide, high), theme), theme)
        return QSizeF(
            wide, max(panel.rect.bottom() for panel in placed) + board_legend.height_below(board, theme)
        ), placed
    plan = natural_plan(_small(board), board.groups, theme, width)
    size = plan.size(width)
    placed = _placed(board, plan, 1.0, QRectF(0, above, size.width(), size.height()), theme)
    return QSizeF(
        max(size.width(), _title_width(board, theme) if width is None else 0.0), size.height() + above
    ), placed


def _trimmed(placed: tuple[Placed, ...], theme: Theme) -> tuple[Placed, ...]:
    """No figure of the last line lower than what is drawn of the lowest of them: maps leave room below."""
    top = max(panel.rect.top() for panel in placed)
    page = QRectF(0, 0, _ENDLESS, max(_end(panel, theme) for panel in placed if panel.rect.top() == top))
    return tuple(replace(panel, rect=panel.rect & page) for panel in placed)


def _end(panel: Placed, theme: Theme) -> float:
    """Where what is drawn of a figure ends below, as far as that is known."""
    if isinstance(panel.figure, Bars):
        return bars_layout(panel.figure, panel.rect, theme).body.bottom()
    if not isinstance(panel.figure, LargeMap):
        return panel.rect.bottom()
    from attnviz.figures.large.layout import layout

    ground = layout(panel.figure, panel.rect, theme)
    return max(ground.map.bottom() + 2, ground.legend.bottom())


def title_height(board: Board, theme: Theme) -> float:
    """Room for the board's own title, 0 if it has none."""
    return ruler(theme.title_font).height + GAP if board.title and board.show_title else 0.0


def paint_board_title(painter: QPainter, rect: QRectF, board: Board, theme: Theme, *, faint: float = 1.0) -> None:
    """Title and subtitle at the top of `rect`, and the legend that all panels share; `faint` as these are."""
    if not _above(board, rect, theme):
        return
    top = QRectF(rect.left(), rect.top(), rect.width(), ruler(theme.title_font).height)
    maps = (panel for panel in board.panels if isinstance(panel, Heatmap | LargeMap))
    model = next((panel for panel in maps if panel.legend_ends is not None), None)
    pooled, title = _pooled(painter, rect, board, theme), board.title
    if board.under and isinstance(model, LargeMap):
        board_legend.paint_below(painter, rect, model, theme)
    elif board.shared and model is not None:
        room = top.width()
        if isinstance(model, Heatmap):
            room = board_legend.room_beside(board, model, room, theme)
        if isinstance(model, LargeMap):
            title, room = board_legend.title_beside(board, pooled, model, room, theme)
        painter.setOpacity(faint)
        top.setWidth(top.width() - board_legend.paint_beside(painter, top, model, theme, room))
        painter.setOpacity(1.0)
    elif board.signs:
        top.setWidth(top.width() - board_legend.paint_signs(painter, top, board, theme))
    before = (board.subtitle, board.brief, "") if pooled else (board.subtitle, board.brief)
    words = (", ".join(filter(None, (text, pooled))) for text in before)
    paint_title(painter, top, theme, title, board.role, *words, mark=_mark(board))


def _mark(board: Board) -> str:
    """That the numbers of a map without a title are old, which is said after the board's."""
    untitled = (panel for panel in board.panels if isinstance(panel, LargeMap) and not panel.show_title)
    return next((panel.pending for panel in untitled if panel.pending), "")


def _pooled(painter: QPainter, rect: QRectF, board: Board, theme: Theme) -> str:
    """What a point of maps in a lattice stands for, where that is said once for all; "" where it is a cell."""
    if board.name != "heads" or not has_large(board.panels):
        return ""
    from attnviz.figures.large.pooling import pooled_in

    return next((pooled_in(painter, part.rect, part.figure, theme) for part in place(board, rect, theme)), "")


def _above(board: Board, rect: QRectF, theme: Theme) -> float:
    """Room for the title in a rectangle, none where the panels need it more."""
    height = title_height(board, theme)
    return height if rect.height() > 3 * height else 0.0


def _small(board: Board) -> tuple[Panel, ...]:
    """The panels of a board without large maps."""
    return cast("tuple[Panel, ...]", board.panels)


def _placed_large(board: Board, inner: QRectF, theme: Theme) -> tuple[Placed, ...]:
    rects = place_large(board.panels, board.groups, board.joins, inner, theme)
    wide, high = _LEGEND_ROOM * theme.small_px, _LEGEND_BELOW * theme.small_px
    placed = []
    for rect, panel in zip(rects, in_few_letters(board.panels, rects, theme), strict=True):
        if isinstance(panel, LargeMap):
            under = rect.width() < wide
            panel = replace(panel, under=under, legend=panel.legend and (not under or rect.height() >= high))
        placed.append(Placed(rect, panel))
    return tuple(placed)


def _title_width(board: Board, theme: Theme) -> float:
    if not board.title or not board.show_title:
        return 0.0
    words = ruler(theme.title_font).width(board.title) + ruler(theme.small_font).width(board.subtitle) + 8
    return words + (20.0 * theme.small_px if board.shared else 0.0)


def _placed(board: Board, plan: Plan, letters: float, inner: QRectF, theme: Theme) -> tuple[Placed, ...]:
    fits = tuple(replace(fit, letters=letters) for fit in plan.fits) if letters != 1.0 else plan.fits
    known = plan.found.get((inner.getRect(), theme, letters))
    if known is None:
        rects = _centred(positions(plan, inner), plan, inner) if board.centred else positions(plan, inner)
        known = plan.found[inner.getRect(), theme, letters] = (
            rects,
            word_levels(_small(board), plan, rects, fits, theme),
        )
    rects, levels = known
    parts = zip(rects, _small(board), fits, levels, strict=True)
    return tuple(Placed(rect, _fitted(panel, fit, level)) for rect, panel, fit, level in parts)


def _fitted(panel: Panel, fit: Fit, words: int) -> Panel:
    """The panel in those sizes, which passes over so many of its words."""
    fit = fit if fit.words == words else replace(fit, words=words)
    return panel.fitted(fit) if isinstance(panel, Heatmap) else replace(panel, fit=fit)


def _centred(rects: tuple[QRectF, ...], plan: Plan, inner: QRectF) -> tuple[QRectF, ...]:
    """The rectangles moved to the middle, as far as the widest row, or a row alone with its words, leaves room."""
    widths = [size.width() for size in plan.sizes]
    if len(plan.rows) == 1:
        for index, width in zip(plan.rows[0], apart(plan, plan.rows[0], inner.width()), strict=True):
            widths[index] = width
    end = max(rect.left() + width for rect, width in zip(rects, widths, strict=True))
    shift = max(0, floor((inner.right() - end) / 2))
    return tuple(rect.translated(shift, 0).intersected(inner) for rect in rects)
