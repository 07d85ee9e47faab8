"""The temperature as a number to type and as a slider on a logarithmic scale; neither can reach 0."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSlider, QWidget

from attnviz.app.controls import adjust
from attnviz.app.controls.marking import mark
from attnviz.app.controls.undo_keys import is_undo_key
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.numerals import BadNumber, full, parse_number

# Round numbers at nearly equal distances on a logarithmic scale.
_DECADE = (1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.6, 4, 4.5, 5, 5.6, 6.3, 7, 8, 9)
STOPS = tuple(
    stop for power in (-2, -1, 0, 1) for digits in _DECADE if 0.05 <= (stop := float(f"{digits}e{power}")) <= 20
)

WHAT = "Temperature: below 1 the weights become sharper, above 1 flatter"


class TemperatureField(QLineEdit, Watching):
    """A number above 0, as 0.5, 0,5 or 1/2; edits with every keystroke that says one.

    What is typed is never rewritten while it is being typed. Text that says no such number turns red when it is
    finished, with the reason, and the number from before is back in the document; Esc brings it back here too.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("control.temperature")
        self.setAccessibleName("Temperature")
        self.setMaxLength(60)
        self.setAcceptDrops(False)  # a dropped file is the window's to open, not text
        self._visit = 0
        self._before: float | None = None  # the temperature when the typing began
        self._puts_back = False
        self._explain("")
        self.textEdited.connect(self._try)
        self.editingFinished.connect(self._finish)
        self.returnPressed.connect(self._finish)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Writes the temperature unless the text says it already, in whatever way."""
        temperature = new.scenario.temperature
        if self._puts_back or (old is not None and old.scenario is new.scenario):
            return
        if old is None or (old.scenario.temperature != temperature and _said(self.text()) != temperature):
            self._write(temperature)
        self._enable(adjust.computes_weights(new.scenario))

    def event(self, event: QEvent) -> bool:
        """Leaves Ctrl+Z to the window: what is typed here is an edit of the document already."""
        if is_undo_key(event):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc brings back the number; the rest is ordinary typing."""
        if event.key() == Qt.Key.Key_Escape:
            self._write(self.session.state.scenario.temperature)
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Each visit to the field is one undo step."""
        self._visit += 1
        super().focusInEvent(event)

    def _try(self, text: str) -> None:
        if self._before is None:
            self._before = self.session.state.scenario.temperature
        if _said(text) is not None:
            self._explain("")
            adjust.temperature(self.session, text, ("temperature typed", self._visit))

    def _finish(self) -> None:
        """On Enter or on leaving: a good text becomes the plain number, a bad one stays and turns red."""
        gesture, before = ("temperature typed", self._visit), self._before
        self._visit += 1
        self._before = None
        if not self.isModified() and _said(self.text()) == self.session.state.scenario.temperature:
            return  # nothing was typed here, nor set by a script
        if adjust.temperature(self.session, self.text(), gesture):
            self._write(self.session.state.scenario.temperature)
            return
        if before is not None and before != self.session.state.scenario.temperature:
            self._puts_back = True
            adjust.temperature(self.session, full(before), gesture)
            self._puts_back = False
            adjust.temperature(self.session, self.text())  # once more, so that the reason is what is said last
        self._explain(str(self.session.state.refused))

    def _write(self, temperature: float) -> None:
        self.setText(full(temperature).removesuffix(".0"))
        self.setModified(False)
        self.setCursorPosition(0)
        self._explain("")

    def _explain(self, reason: str) -> None:
        mark(self, "bad", bool(reason))
        self.setToolTip(reason or f"{WHAT} (Ctrl+T)")

    def _enable(self, applies: bool) -> None:
        if self.isEnabled() != applies:
            self.setEnabled(applies)
            self.setToolTip(f"{WHAT} (Ctrl+T)" if applies else adjust.NO_WEIGHTS)


class TemperatureSlider(QSlider, Watching):
    """The same temperature from 1/20 to 20; one drag is one undo step, and so is one visit with the keys."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("control.temperature.slider")
        self.setAccessibleName("Temperature slider")
        self.setRange(0, len(STOPS) - 1)
        self.setPageStep(5)
        self._gesture = 0
        self.valueChanged.connect(self._slide)
        self.sliderPressed.connect(self._begin)
        self.sliderReleased.connect(self._begin)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Moves to the temperature, or to the end that is nearest to it."""
        if old is not None and old.scenario is new.scenario:
            return
        place = place_of(new.scenario.temperature)
        if self.value() != place:
            self.setValue(place)
        applies = adjust.computes_weights(new.scenario)
        if self.isEnabled() != applies or old is None:
            self.setEnabled(applies)
            self.setToolTip(f"{WHAT}, from 1/20 to 20" if applies else adjust.NO_WEIGHTS)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Starts another undo step."""
        self._begin()
        super().focusInEvent(event)

    def _begin(self) -> None:
        self._gesture += 1

    def _slide(self, place: int) -> None:
        # The slider also moves because the state changed; then it stands where the temperature is.
        if place != place_of(self.session.state.scenario.temperature):
            adjust.temperature(self.session, full(STOPS[place]).removesuffix(".0"), ("temperature slid", self._gesture))


def place_of(temperature: float) -> int:
    """The slider's stop that is nearest to a temperature."""
    return min(range(len(STOPS)), key=lambda place: abs(math.log(STOPS[place]) - math.log(temperature)))


def _said(text: str) -> float | None:
    """The temperature that the text says; None if it says none."""
    try:
        value = parse_number(text)
    except BadNumber:
        return None
    return value if value > 0 else None
