"""The middle of the window: inputs, pipeline and inspector side by side, each with room of its own."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget

from attnviz.app.controls.hints import HINTS, Hint
from attnviz.app.focus_chain import last_or_first
from attnviz.app.own_turn import OwnTurn
from attnviz.app.palette import CONTROL_PX
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.pane_theme import growth_of
from attnviz.app.settings import Settings

AREAS = ("inputs", "pipeline", "inspector")
# In heights of the controls' text: what the outer columns take at first, and the narrowest that each may become.
# The figures get the rest, and never less than half of the window.
FIRST = {"inputs": 23, "inspector": 26}
# Parts of the window: with larger letters it is the board that needs the room.
MOST = {
    "normal": {"inputs": 0.26, "inspector": 0.26},
    "large": {"inputs": 0.215, "inspector": 0.25},
    "projector": {"inputs": 0.175, "inspector": 0.215},
}
NARROWEST = {"inputs": 13, "pipeline": 26, "inspector": 16}


class Columns(QSplitter):
    """Three columns whose borders can be moved; the outer two can be hidden."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("columns")
        self.setChildrenCollapsible(False)
        self.setHandleWidth(8)
        self._settings = settings
        self._panels: dict[str, QWidget] = {}
        self._text_size = "normal"
        self.turn = OwnTurn(self, self._fit)
        self._last_width: dict[str, int] = {}
        self._placed_by_hand = False
        self.splitterMoved.connect(self._keep_places)
        self._frames = {name: self._frame(name) for name in AREAS}
        for place, name in enumerate(AREAS):
            self.addWidget(self._frames[name])
            self.setStretchFactor(place, 1 if name == "pipeline" else 0)

    def hold(self, **panels: QWidget) -> None:
        """Puts each panel over the hint of the column of its name, inside whose frame it was made."""
        self._panels = panels
        for name, panel in panels.items():
            column = self._frames[name].layout()
            assert isinstance(column, QVBoxLayout)
            column.insertWidget(0, panel, 1)
            hint = self._frames[name].findChild(Hint)
            if isinstance(panel, InputsPanel) and hint is not None:  # who has typed there knows what it says
                panel.typed.connect(hint.put_away)

    def fit(self, text_size: str) -> None:
        """Keeps every column wide enough for text of that size, which a window that is not painted wears before."""
        self._text_size = text_size
        self.turn.come()

    def _fit(self) -> None:
        for name, frame in self._frames.items():
            frame.setMinimumWidth(NARROWEST[name] * CONTROL_PX[self._text_size])
        self.share()

    def reset(self) -> None:
        """Gives the columns their first widths, which follow the window until somebody moves a border."""
        self._placed_by_hand = False
        self.share()

    def restore(self, state: QByteArray) -> None:
        """Puts the borders where they were."""
        self._placed_by_hand = self.restoreState(state)

    @property
    def placed_by_hand(self) -> bool:
        """True once somebody moved a border."""
        return self._placed_by_hand

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the room anew unless the borders were placed by hand; not both, or all would be placed twice."""
        if self._placed_by_hand:
            super().resizeEvent(event)
        else:
            self.turn.come()

    def show_area(self, name: str, shown: bool) -> None:
        """Shows or hides a column; the pipeline gives the room or gets it."""
        if shown == self.shows(name):
            return
        sizes = dict(zip(AREAS, self.sizes(), strict=True))
        if not shown:
            self._last_width[name] = sizes[name]
        self._frames[name].setVisible(shown)
        if not self._placed_by_hand:
            self.share()
            return
        width = self._last_width.get(name, self._wanted(name)) if shown else 0
        sizes["pipeline"] += sizes[name] - width + (-1 if shown else 1) * self.handleWidth()  # which goes or comes too
        sizes[name] = width
        self.setSizes([sizes[area] for area in AREAS])

    def shows(self, name: str) -> bool:
        """True if that column is shown."""
        return not self._frames[name].isHidden()

    def frame(self, name: str) -> QWidget:
        """A column with its hint."""
        return self._frames[name]

    def go(self, step: int) -> None:
        """Moves the keyboard to the next column that is shown, or to the one before."""
        shown = [name for name in AREAS if self.shows(name)]
        here = next((place for place, name in enumerate(shown) if self._holds_focus(name)), None)
        place = (0 if step > 0 else len(shown) - 1) if here is None else (here + step) % len(shown)
        self.focus(shown[place])

    def at_edge(self, step: int) -> bool:
        """True if the keyboard is in the last column that is shown, or in the first one for a step back."""
        shown = [name for name in AREAS if self.shows(name)]
        return self._holds_focus(shown[-1 if step > 0 else 0])

    def focus(self, name: str) -> None:
        """Puts the keyboard where it was last in that column, else on the first thing there that takes it."""
        panel = self._panels[name]
        target = last_or_first(panel)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_hints(self, *, on: bool = True) -> None:
        """Shows the hints that were not put away; none where a lesson says what to do."""
        for name, frame in self._frames.items():
            hint = frame.findChild(Hint)
            if hint is not None:
                hint.setVisible(on and name not in self._settings.dismissed)

    def _keep_places(self) -> None:
        self._placed_by_hand = True

    def share(self) -> None:
        """Gives the outer columns what they want and the pipeline the rest, unless the borders were placed by hand."""
        if self._placed_by_hand:
            return
        outer = {name: self._wanted(name) for name in FIRST}
        shown = sum(width for name, width in outer.items() if self.shows(name))
        sizes = {**outer, "pipeline": self.width() - shown}
        self.setSizes([max(0, sizes[name]) for name in AREAS])

    def _wanted(self, name: str) -> int:
        first = round(FIRST[name] * CONTROL_PX[self._text_size] * growth_of(self.window()))
        most = int(MOST[self._text_size][name] * self.width())
        wanted = min(max(first, self._panels[name].sizeHint().width()), most)
        return max(wanted, self._frames[name].minimumWidth())

    def _holds_focus(self, name: str) -> bool:
        window = self.window()
        focus = window.focusWidget()
        return focus is not None and self._frames[name].isAncestorOf(focus)

    def _frame(self, name: str) -> QFrame:
        frame = QFrame(self)
        frame.setObjectName(f"column.{name}")
        frame.setProperty("part", "column")
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        if name in HINTS:
            hint = Hint(name, frame)
            hint.setVisible(name not in self._settings.dismissed)
            hint.dismissed.connect(self._settings.dismiss)
            column.addWidget(hint)
        return frame
