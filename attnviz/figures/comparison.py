"""Two boards beside each other, the pinned one and the present one, each under its name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor

from PySide6.QtCore import QRectF, QSizeF

from attnviz.content.colours import Limits, scale_for
from attnviz.figures.board import Board, place_naturally
from attnviz.figures.heatmap import Heatmap, face_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme

GAP = 24.0  # between the halves
PINNED, NOW = "Pinned", "Now"
_Sole = Heatmap | LargeMap  # a figure that stands alone


@dataclass(frozen=True, eq=False)
class Comparison:
    """The same figure of two traces; left is the pinned one. Maps of the same stage share a scale."""

    left: Board
    right: Board

    @property
    def title(self) -> str:
        """What it is called where it has one name."""
        return f"{self.left.title} | {self.right.title}"


def side_by_side_of(pinned: _Sole | Board, now: _Sole | Board) -> Comparison:
    """Both figures under their names, laid out alike, and maps of one stage on one scale."""
    left, right = _as_board(pinned), _as_board(now)
    twins = {(panel.key, panel.head): panel for panel in left.panels if isinstance(panel, _Sole)}
    pairs = {
        (panel.key, panel.head): _paired(twins[panel.key, panel.head], panel)
        for panel in right.panels
        if isinstance(panel, _Sole) and (panel.key, panel.head) in twins
    }

    def scaled(board: Board, side: int) -> Board:
        panels = (
            pairs[panel.key, panel.head][side]
            if isinstance(panel, _Sole) and (panel.key, panel.head) in pairs
            else panel
            for panel in board.panels
        )
        return replace(board, panels=tuple(panels))

    return Comparison(_named(scaled(left, 0), PINNED), _named(scaled(right, 1), NOW))


def halves(rect: QRectF) -> tuple[QRectF, QRectF]:
    """Where the pinned and the present board stand."""
    width = max(float(floor((rect.width() - GAP) / 2)), 1.0)  # whole pixels, so that both sides are drawn alike
    left = QRectF(rect.left(), rect.top(), width, rect.height())
    return left, QRectF(rect.right() - width, rect.top(), width, rect.height())


def comparison_size(model: Comparison, theme: Theme) -> QSizeF:
    """The size at which both like to be seen."""
    sizes = [place_naturally(board, theme)[0] for board in (model.left, model.right)]
    width = max(size.width() for size in sizes)
    return QSizeF(2 * width + GAP, max(size.height() for size in sizes))


def _paired(one: _Sole, other: _Sole) -> tuple[_Sole, _Sole]:
    """Both as they stand beside each other; a large map's picture serves any scale."""
    if isinstance(one, Heatmap) and isinstance(other, Heatmap):
        return _alike(*_on_one_scale(one, other))
    if isinstance(one, Heatmap) or isinstance(other, Heatmap):
        return one, other
    ends = [model.legend_ends for model in (one, other) if model.legend_ends is not None]
    if not ends:
        return one, other
    # One that is still on its way keeps room for the legend too: both frames are of one size.
    both: Limits = min(low for low, _ in ends), max(high for _, high in ends)
    powers = one.powers or other.powers
    limits = both if powers else scale_for(both, signed=one.signed, fixed=None, choice=one.colour_map)
    left, right = (replace(model, limits=limits, scale_ends=both, powers=powers) for model in (one, other))
    return left, right


def _alike(one: Heatmap, other: Heatmap) -> tuple[Heatmap, Heatmap]:
    """Both maps with room for what either has, so that twins stand at the same place of their boards."""
    widths = (*one.widths, *other.widths)
    formulas = tuple(dict.fromkeys(text for model in (one, other) for text in (model.formula, *model.other_formulas)))

    def roomy(model: Heatmap) -> Heatmap:
        more = tuple(text for text in formulas if text and text != model.formula)
        return replace(model, expected=widths, other_formulas=more)

    return roomy(one), roomy(other)


def _as_board(figure: _Sole | Board) -> Board:
    if isinstance(figure, Board):
        return figure
    return Board("focus", (figure,), (0,), show_title=False)


def _named(board: Board, name: str) -> Board:
    words = board.title if board.show_title else ""
    return replace(board, title=name, subtitle=words, show_title=True)


def _on_one_scale(one: Heatmap, other: Heatmap) -> tuple[Heatmap, Heatmap]:
    """Both maps with colours that mean the same, and one legend's ends."""
    ends = [model.legend_ends for model in (one, other)]
    if ends[0] is None or ends[1] is None or one.face is None or other.face is None:
        return one, other
    both: Limits = min(ends[0][0], ends[1][0]), max(ends[0][1], ends[1][1])
    limits = scale_for(both, signed=one.signed, fixed=None, choice=one.colour_map)

    def scaled(model: Heatmap) -> Heatmap:
        face = model.face
        assert face is not None
        own = face_of(
            face.values, face.decimals, limits, diverging=face.diverging, hidden=face.hidden, cover=face.cover
        )
        return replace(model, face=own, scale_ends=both)

    return scaled(one), scaled(other)
