"""What stands over the arithmetic: how deep it goes, then what moves the number and copying, then the trail."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from attnviz.app.explaining.copying import KINDS, CopiesExplanations
from attnviz.app.explaining.explain_menu import DEPTHS
from attnviz.app.explaining.trail import Trail
from attnviz.app.explaining.trail_row import TrailRow
from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.pipeline.text_switch import AIR, TextSwitch, width_of
from attnviz.app.session import Session, State
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme

SMALLER = (1.0, 0.95, 0.9, 0.85)  # parts of a title's letters in which the depths have room in one line, else in two
SHORT, LONG = "Moves", "What moves it?"
JOINING = "Show Concat · W_O"
_AROUND, _BETWEEN = 32, 6  # pixels: around a button's word, between two of them
_LESS_AIR = 5  # pixels around a depth where there is not much room
_HINTS = {
    "words": "How the number came about, in words",
    "numbers": "The arithmetic, number by number",
    "formula": "The formulas, and the arithmetic under them",
}


def joins_heads(state: State) -> bool:
    """True if the selected number is made of several heads' outputs, which no head's tab shows."""
    cell = state.selection.cell
    return cell is not None and cell.name in ("concatenated", "output") and state.trace.sizes.heads > 1


class ExplainBar(QWidget):
    """Three depths, under them "What moves it?" and "Copy", and the trail. No room is taken while none is selected.

    Where the heads' outputs are put together and that is not on the screen, a button leads there.

    `asked(cell)`: somebody wants to go to a number on the trail. `copied` says what is on the clipboard.
    """

    asked = Signal(object)
    copied = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._look: Theme | None = None
        self._copying = CopiesExplanations(self, self.copied.emit)
        self.setObjectName("explain")
        self.setAccessibleName("How it is explained")
        self.depths = {
            depth: TextSwitch(f"explain.{depth}", text.replace("&", ""), _HINTS[depth], self)
            for depth, text in DEPTHS.items()
        }
        for depth, switch in self.depths.items():
            switch.clicked.connect(partial(self._go_deep, depth))
        self.moves = self._button("explain.moves", SHORT, "What moves this number?")
        self.moves.setCheckable(True)
        self.moves.clicked.connect(lambda: self.session.look(moves=not self.session.state.view.moves))
        self.copy = self._button("explain.copy", "Copy", "Copy the explanation")
        self.copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.copies = QMenu("Copy Explanation", self)
        self.copies.setObjectName("explain.copies")
        for kind, text in KINDS.items():
            action = self.copies.addAction(text, partial(self._copy, kind))
            action.setObjectName(f"explain.copy.{kind}")
        self.copy.setMenu(self.copies)
        self.joining = self._button("explain.joining", JOINING, "Show the heads side by side and W_O")
        self.joining.clicked.connect(lambda: self.session.look(tab="concat"))
        self.joining.hide()
        self.trail = TrailRow(self)
        self.trail.asked.connect(self.asked)
        self._lay_out()

    def show_state(self, state: State, trail: Trail, look: Theme) -> None:
        """Shows which depth it is, whether the derivatives are on, and the trail."""
        there = state.selection.cell is not None
        if self.isHidden() == there:
            self.setVisible(there)
        for depth, switch in self.depths.items():
            if switch.isChecked() != (state.view.depth == depth):
                switch.setChecked(state.view.depth == depth)
        if self.moves.isChecked() != state.view.moves:
            self.moves.setChecked(state.view.moves)
        apart = joins_heads(state) and shown_tab(state) != "concat"
        if self.joining.isHidden() == apart:
            self.joining.setVisible(apart)
        if look != self._look:
            self._look = look
            self._word()
        self.trail.show_trail(trail, state.trace.sizes.heads, look)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Says on the button what it does, where there is room."""
        super().resizeEvent(event)
        self._word()

    def _word(self) -> None:
        """Depths and buttons in one line each, else in two: they are no smaller than the labels of the page.

        It is measured on the page's letters alone, so that one page in one width always looks the same.
        """
        look = self._look
        if look is None:
            return
        tries = [
            (beside, look.grown(part), air) for beside in (True, False) for part in SMALLER for air in (AIR, _LESS_AIR)
        ]
        readable = [own for own in tries if own[1].title_px >= look.small_px]
        beside, letters, air = next((own for own in readable if self._depths_fit(*own)), readable[-1])
        for switch in self.depths.values():
            switch.show_look(letters, air)
        self._switches.part(beside=beside)
        text = LONG if self._buttons_fit(look, LONG) else SHORT
        if self.moves.text() != text:
            self.moves.setText(text)
        self._buttons.part(beside=self._buttons_fit(look, text))
        for button in (self.moves, self.copy, self.joining):
            button.setFont(look.small_font)

    def _depths_fit(self, beside: bool, look: Theme, air: int) -> bool:
        """True if a line has room for all of them, or for all but the last one, which has a line of its own."""
        widths = [width_of(switch.text(), look, air) for switch in self.depths.values()]
        return sum(widths if beside else widths[:-1]) <= self.width()

    def _buttons_fit(self, look: Theme, moves: str) -> bool:
        small = ruler(look.small_font)
        return small.width(moves) + small.width(self.copy.text()) + 2 * _AROUND + _BETWEEN <= self.width()

    def _go_deep(self, depth: str) -> None:
        self.session.look(depth=depth)

    def _copy(self, kind: str) -> None:
        self._copying.copy(self.session.state, kind)  # type: ignore[arg-type]

    def _button(self, name: str, text: str, hint: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setAccessibleName(hint)
        button.setToolTip(hint)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoRaise(True)
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(6)
        self._switches = _Line(column, tuple(self.depths.values()), 0)
        self._buttons = _Line(column, (self.moves, self.copy), _BETWEEN)
        column.addWidget(self.joining, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.trail)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumSize(QSize(0, 0))


class _Line(QGridLayout):
    """Widgets beside each other from the left, the last one under the first where there is no room."""

    def __init__(self, column: QVBoxLayout, widgets: tuple[QWidget, ...], between: int) -> None:
        super().__init__()
        column.addLayout(self)
        self._widgets = widgets
        self._beside: bool | None = None
        self.setHorizontalSpacing(between)
        self.setVerticalSpacing(_BETWEEN)
        self.setColumnStretch(len(widgets), 1)
        self.part(beside=True)

    def part(self, *, beside: bool) -> None:
        """All in one line, or the last one in a line of its own."""
        if beside == self._beside:
            return
        self._beside = beside
        for column, widget in enumerate(self._widgets[:-1]):
            self.addWidget(widget, 0, column)
        last, count = self._widgets[-1], len(self._widgets)
        if beside:
            self.addWidget(last, 0, count - 1)
        else:  # over all columns, so that it makes none of them wider
            self.addWidget(last, 1, 0, 1, count + 1, Qt.AlignmentFlag.AlignLeft)
