"""The line over a page that goes step by step: what the step is, and buttons to go back, on, and to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from attnviz.app.controls.elided_label import ElidedLabel
from attnviz.app.labs.lettering import BAR_AIR
from attnviz.figures.theme import Theme
from attnviz.labs.parameters import Values, whole
from attnviz.labs.protocol import Result

PACE = 1400  # milliseconds for a step that is played
_ON = (Qt.Key.Key_Right, Qt.Key.Key_PageDown)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
_STILL = "Reduce Motion is on, so nothing plays by itself: go on with the button beside it"


class StepBar(QWidget):
    """`wanted("step", number)` asks for another step; its words are of the one that is shown, as `show_result` says.

    Buttons and keys count from the one that was asked for last: what was pressed while a step computes is not lost.

    moves: whether a person wants things to move by themselves. busy: whether a step is still on its way.
    """

    wanted = Signal(str, object)

    def __init__(self, moves: Callable[[], bool], busy: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab.steps")
        self._moves, self._busy = moves, busy
        self._step, self._last = 1, 1
        self._has_keys = True
        self._timer = QTimer(self)
        self._timer.setObjectName("lab.step_pace")
        self._timer.setInterval(PACE)
        self._timer.timeout.connect(self._play_on)
        self.words = ElidedLabel(self)
        self.words.setObjectName("lab.step_words")
        self.words.setAccessibleName("What this step is")
        self.back = self._button("lab.step_back", "◂ Back", "Step back (Left or PageUp)", lambda: self.go(-1))
        self.next = self._button("lab.step_next", "Next ▸", "Next step (Right or PageDown)", lambda: self.go(1))
        self.play = self._button("lab.step_play", "Play", "Play step by step", self.toggle)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, BAR_AIR, 8, 0)
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        for button in (self.back, self.next, self.play):
            row.addWidget(button)
        self.take_from(self.back, self.next, self.play)
        self.hide()

    @property
    def plays(self) -> bool:
        """True while it goes on by itself."""
        return self._timer.isActive()

    def show_result(self, result: Result, look: Theme, px: int) -> None:
        """Says what the step is and which of how many; a page without steps has no such line."""
        words = result.headline
        self._last = int(_number(result, "steps")) if words else 1
        self.words.setText(words)
        self.next.setText(f"Next {result.stepped} ▸")
        own = f"font-size: {round(1.15 * px)}px; font-weight: bold; color: {look.palette.text.name()}"
        sheet = f"QWidget {{ font-size: {px}px }} QLabel {{ {own} }}"
        if self.styleSheet() != sheet:
            self.setStyleSheet(sheet)
        for button in (self.back, self.next, self.play):
            button.setVisible(self._last > 1)
        self._show_ends()
        if self._step >= self._last:
            self.pause()
        self._show_playing()
        self.setVisible(bool(words))

    def show_asked(self, values: Values, last: Mapping[str, int]) -> None:
        """The values that hold now, shown or on their way, and how far whole numbers go: steps are counted from it."""
        if "step" in values:
            self._step, self._last = whole(values, "step"), last.get("step", self._last)
            self._show_ends()

    def go(self, by: int) -> None:
        """Asks for a step further on or back; what plays is paused."""
        self.pause()
        self._ask(by)

    def toggle(self) -> None:
        """Plays, from the beginning where it is at the end, or pauses."""
        if self.plays:
            self.pause()
        elif self._moves():
            self._timer.start()
            self._ask(1 if self._step < self._last else 1 - self._last)
        self._show_playing()

    def pause(self) -> None:
        """Goes on no more."""
        self._timer.stop()
        self._show_playing()

    def press(self, event: QKeyEvent) -> bool:
        """True if the key, or a presenter's clicker, went on or back."""
        key = Qt.Key(event.key())
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if not (plain and self._has_keys) or key not in (*_ON, *_BACK) or self.isHidden() or self._last < 2:
            return False
        self.go(1 if key in _ON else -1)
        return True

    def take_from(self, *others: QWidget) -> None:
        """Hears of their keys first: buttons go from one to the next by arrows, and what scrolls takes PageDown."""
        for other in others:
            other.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Goes on and back in place of what would take the key for itself."""
        taken = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self.press(event)
        return taken or super().eventFilter(watched, event)

    def leave_keys(self) -> None:
        """Takes no key from now on, so that a clicker's reach who they are meant for; a mouse still presses buttons."""
        self._has_keys = False
        for button in (self.back, self.next, self.play):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight nothing plays."""
        super().hideEvent(event)
        self.pause()

    def _play_on(self) -> None:
        if not self._busy():  # a step that takes long is seen before the next one
            self._ask(1)

    def _ask(self, by: int) -> None:
        step = min(max(self._step + by, 1), self._last)
        if step != self._step:
            self.wanted.emit("step", step)

    def _show_ends(self) -> None:
        self.back.setEnabled(self._step > 1)
        self.next.setEnabled(self._step < self._last)

    def _show_playing(self) -> None:
        self.play.setText("Pause" if self.plays else "Play")
        self.play.setAccessibleName("Pause" if self.plays else "Play step by step")
        moves = self._moves()
        self.play.setEnabled(moves or self.plays)
        self.play.setToolTip("Goes on tile by tile until the last" if moves else _STILL)

    def _button(self, name: str, text: str, told: str, does: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(told)
        button.setToolTip(told)
        button.clicked.connect(lambda _=False: does())
        return button


def _number(result: Result, name: str) -> float:
    found = result.numbers.get(name, 1.0)
    assert isinstance(found, int | float)
    return float(found)
