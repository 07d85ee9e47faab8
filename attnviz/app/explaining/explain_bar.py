"""What stands over the arithmetic: how deep it goes, then what moves the number and copying, then the trail."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from attnviz.app.explaining.copying import KINDS, copy_explanation
from attnviz.app.explaining.explain_menu import DEPTHS
from attnviz.app.explaining.trail import Trail
from attnviz.app.explaining.trail_row import TrailRow
from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.pipeline.text_switch import TextSwitch, width_of
from attnviz.app.session import Session, State
from attnviz.app.style_sheet import dress
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme

SMALLER = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)  # parts of the page's letters that are tried until all has room
SHORT, LONG = "Moves", "What moves it?"
JOINING = "Show Concat · W_O"
_AROUND, _BETWEEN = 16, 6  # pixels: around a button's word, between two of them
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
        """The largest letters in which both lines have room, and the button's long words where they have it too.

        It is measured on the page's letters alone, so that one page in one width always looks the same.
        """
        if self._look is None:
            return
        look = next((look for look in map(self._look.grown, SMALLER) if self._fits(look, SHORT)), None)
        look = look or self._look.grown(SMALLER[-1])
        for switch in self.depths.values():
            switch.show_look(look)
        text = LONG if self._fits(look, LONG) else SHORT
        if self.moves.text() != text:
            self.moves.setText(text)
        colours = look.palette
        for button in (self.moves, self.copy, self.joining):
            dress(
                button,
                f"QToolButton {{ color: {colours.soft.name()}; background: transparent; padding: 2px 6px;"
                f" border: 1px solid {colours.border.name()}; border-radius: 4px; }}"
                f"QToolButton:hover {{ background: {colours.hover.name()}; color: {colours.text.name()}; }}"
                f"QToolButton:focus {{ border: 1px solid {colours.accent.name()}; }}"
                f"QToolButton:checked {{ background: {colours.accent.name()}; color: {colours.accent_text.name()}; }}"
                "QToolButton::menu-indicator { image: none; }",
                look.small_font,
            )

    def _fits(self, look: Theme, moves: str) -> bool:
        """True if the depths have room beside each other, and the buttons too."""
        small = ruler(look.small_font)
        buttons = small.width(moves) + small.width(self.copy.text()) + 2 * _AROUND + _BETWEEN
        depths = sum(width_of(switch.text(), look) for switch in self.depths.values())
        return max(buttons, depths, small.width(JOINING) + _AROUND) <= self.width()

    def _go_deep(self, depth: str) -> None:
        self.session.look(depth=depth)

    def _copy(self, kind: str) -> None:
        self.copied.emit(copy_explanation(self.session, kind))  # type: ignore[arg-type]

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
        switches, buttons = QHBoxLayout(), QHBoxLayout()
        switches.setSpacing(0)
        buttons.setSpacing(_BETWEEN)
        for switch in self.depths.values():
            switches.addWidget(switch)
        for button in (self.moves, self.copy):
            buttons.addWidget(button)
        for line in (switches, buttons):
            line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(6)
        column.addLayout(switches)
        column.addLayout(buttons)
        column.addWidget(self.joining, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.trail)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumSize(QSize(0, 0))
