"""Two boards beside each other, the pinned one and the present one, each under its name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor

from PySide6.QtCore import QRectF, QSizeF

from attnviz.content.colours import Limits, scale_for
from attnviz.figures.board import ALONE, Board, place_naturally, title_height
from attnviz.figures.board_legend import SIDES
from attnviz.figures.heatmap import Heatmap, face_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.powers import WORDS
from attnviz.figures.theme import Theme

GAP = 24.0  # between the halves
PINNED, NOW = SIDES
THINNED, THINNED_BRIEF = "marked: at least a tenth of the largest move", "largest moves marked"
_Sole = Heatmap | LargeMap  # a figure that stands alone


@dataclass(frozen=True, eq=False)
class Comparison:
    """The same figure of two traces; left is the pinned one. Maps of the same stage share a scale.

    head: what is said once over both, the title and the legend of large maps; None where each side says its own.
    """

    left: Board
    right: Board
    head: Board | None = None

    @property
    def title(self) -> str:
        """What it is called where it has one name."""
        return f"{self.left.title} | {self.right.title}"

    def above(self, theme: Theme) -> float:
        """The room of what is said once over both."""
        return 0.0 if self.head is None else title_height(self.head, theme)


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

    return _headed(scaled(left, 0), scaled(right, 1))


def halves(rect: QRectF, above: float = 0.0) -> tuple[QRectF, QRectF]:
    """Where the pinned and the present board stand, below what is said over both."""
    rect = rect.adjusted(0, min(above, rect.height() - 1), 0, 0)
    width = max(float(floor((rect.width() - GAP) / 2)), 1.0)  # whole pixels, so that both sides are drawn alike
    left = QRectF(rect.left(), rect.top(), width, rect.height())
    return left, QRectF(rect.right() - width, rect.top(), width, rect.height())


def comparison_size(model: Comparison, theme: Theme) -> QSizeF:
    """The size at which both like to be seen."""
    sizes = [place_naturally(board, theme)[0] for board in (model.left, model.right)]
    width = max(size.width() for size in sizes)
    return QSizeF(2 * width + GAP, max(size.height() for size in sizes) + model.above(theme))


def _headed(left: Board, right: Board) -> Comparison:
    """Both boards under their names; what large maps on one scale would say twice is said once over both."""
    head = _head(left, right)
    if head is None:
        return Comparison(_named(left, PINNED), _named(right, NOW))
    return Comparison(_below(left, PINNED), _below(right, NOW), head)


def _head(left: Board, right: Board) -> Board | None:
    """Title and legend of two single large maps of one stage, or of all heads; None where they have none in common."""
    maps = [panel for board in (left, right) for panel in board.panels if isinstance(panel, LargeMap)]
    if len(maps) < len(left.panels) + len(right.panels) or len({model.key for model in maps}) != 1:
        return None
    known = next((model for model in maps if model.picture is not None), maps[0])
    legend = replace(known, pending="")  # of the one that was pinned: it is never old
    if right.name == "heads":
        return replace(right, name="head", panels=(legend,), groups=(0,), shared=left.shared and right.shared)
    if not left.name == right.name == ALONE:
        return None
    scale = WORDS if known.powers else ""
    words = ", ".join(filter(None, (known.formula, scale)))
    return Board("head", (legend,), (0,), title=known.title, subtitle=words, brief=scale, role=known.role, shared=True)


def _below(board: Board, name: str) -> Board:
    """A board without what is said over both."""
    panels = board.panels
    if board.name == ALONE:
        panels = tuple(
            replace(panel, show_title=False, legend=False, minimap=False)
            for panel in panels
            if isinstance(panel, LargeMap)
        )
    return replace(board, panels=panels, title=name, subtitle="", brief="", show_title=True, shared=False)


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
    return Board(ALONE, (figure,), (0,), show_title=False)


def _named(board: Board, name: str) -> Board:
    words = board.title if board.show_title else ""
    thinned = any(isinstance(one, Heatmap) and one.changes is not None and one.changes.thinned for one in board.panels)
    long, brief = (THINNED, THINNED_BRIEF) if thinned else ("", "")
    subtitle = ", ".join(filter(None, (words, long)))
    return replace(board, title=name, subtitle=subtitle, brief=brief or board.brief, show_title=True)


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
