"""Painting the custom mask on the figures themselves: the first cell decides, the stroke follows, one undo step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

from PySide6.QtCore import QPointF

from attnviz.app.session import Session, State
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import HIDERS, hidden_in
from attnviz.engine.edits import paint_cells
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario

PAINTABLE = frozenset({"scores", "scaled", "capped", "biased", "tempered", "masked", "exponentials", "weights"})

_STEP = 4.0  # pixels between the points that a fast stroke is taken to have touched
_BY = {name: words for name, words in HIDERS.items() if name != "custom"}
_strokes = count()


def can_paint(state: State, name: str) -> bool:
    """True if clicks on that figure hide and show keys."""
    return state.view.paint_mask and name in PAINTABLE and not isinstance(state.scenario.inputs, GivenWeights)


class MaskStroke:
    """One press, drag and release over the cells of a score-like figure.

    The first cell is turned from visible to hidden or back; every further cell becomes as the first one did. A cell
    that something other than paint hides is refused as the first one and passed over later.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._gesture = ("paint custom mask", next(_strokes))
        self._visible: bool | None = None
        self._touched: set[tuple[int, int]] = set()

    def touch(self, *cells: Cell) -> None:
        """Takes more cells into the stroke, all of them as one edit: each edit is told to every view."""
        state = self._session.state
        taken: list[tuple[int, int]] = []
        for cell in cells:
            place = (cell.row, cell.column)
            if place in self._touched:
                continue
            self._touched.add(place)
            by = [_BY[name] for name in hidden_in(state.scenario, cell) if name in _BY]
            if not by:
                taken.append(place)
            elif self._visible is None and not taken:
                self._session.edit("Paint custom mask", partial(_refuse, *place, " and ".join(by)))
        if not taken:
            return
        if self._visible is None:
            custom = state.scenario.mask.custom
            self._visible = custom is not None and not custom[taken[0]]
        visible = self._visible
        self._session.edit(
            "Paint custom mask", lambda before: paint_cells(before, taken, visible), gesture=self._gesture
        )


class Painting:
    """The stroke that a hand is drawing over one figure, if any."""

    def __init__(self) -> None:
        self._stroke: MaskStroke | None = None
        self._last = QPointF()

    def begin(self, session: Session, cell: Cell, point: QPointF) -> None:
        """Begins a stroke at that cell."""
        self._stroke, self._last = MaskStroke(session), point
        self._stroke.touch(cell)

    def go_on(self, point: QPointF, cell_at: Callable[[QPointF], Cell | None]) -> None:
        """Goes on through every cell on the way to a point."""
        start, self._last = self._last, point
        steps = max(1, round((point - start).manhattanLength() / _STEP))
        if self._stroke is None:
            return
        cells = (cell_at(start + (point - start) * (step / steps)) for step in range(1, steps + 1))
        self._stroke.touch(*(cell for cell in cells if cell is not None))

    def end(self) -> None:
        """Ends it."""
        self._stroke = None


def toggle(session: Session, cell: Cell) -> None:
    """Hides that key from that query, or shows it again, as one undo step."""
    MaskStroke(session).touch(cell)


def _refuse(query: int, key: int, by: str, _before: Scenario) -> Scenario:
    raise FieldError(
        f"Query {query + 1} cannot see key {key + 1} because of {by}. Take that away first.",
        Where("mask.custom", query, key),
    )
