"""The column beside the exhibits: what the laboratory is, its controls, and what a long run is doing."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.labs.lab_controls import LabControls
from attnviz.figures.theme import Theme, font
from attnviz.labs.protocol import Lab

_WIDTH = 22  # heights of the controls' text
_MOST = 0.3  # of the window
_LOW = 24  # heights of the controls' text: a lower column has no room that waits for a run
_PATIENCE = 600  # milliseconds after which it has some: until then what a person clicks there stays where it is


class LabColumn(QFrame):
    """Title, Leave, sentence, controls, Reset; while a long run goes on progress and Stop in a place of their own."""

    back_asked = Signal()
    reset_asked = Signal()
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab.column")
        self.setProperty("part", "column")
        self.back = self._button("lab.back", "Leave", "Leave the laboratory", self.back_asked)
        self.title = QLabel(self)
        self.title.setObjectName("lab.title")
        self.title.setWordWrap(True)
        self.sentence = QLabel(self)
        self.sentence.setObjectName("lab.sentence")
        self.sentence.setProperty("part", "soft")
        self.sentence.setWordWrap(True)
        self.scenario = QLabel(self)
        self.scenario.setObjectName("lab.scenario")
        self.scenario.setWordWrap(True)
        self.controls = LabControls()
        self.reset = self._button("lab.reset", "&Reset", "Give every control its first value", self.reset_asked)
        self.problem = QLabel(self)
        self.problem.setObjectName("lab.problem")
        self.problem.setWordWrap(True)
        self.problem.setProperty("bad", True)
        self.problem.hide()
        self.status = QLabel(self)
        self.status.setObjectName("lab.status")
        self.status.setWordWrap(True)
        self.progress = QProgressBar(self)
        self.progress.setObjectName("lab.progress")
        self.progress.setAccessibleName("Part of the run that is done")
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        self.stop = self._button("lab.stop", "Stop", "Stop this run; the picture stays as it is", self.stop_asked)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for widget in (self.progress, self.stop):  # so that nothing moves when a run begins or ends
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
        self._runs, self._asked = False, False
        self._goes_on, self._lingers = False, False
        self._patience = QTimer(self)
        self._patience.setObjectName("lab.column.patience")
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE)
        self._patience.timeout.connect(self._show_lingering)
        self._wanted: frozenset[str] = frozenset()  # controls that a lesson's step sets
        self._arrange()

    def show_lab(self, lab: Lab, look: Theme, px: int, *, runs: bool, asked: bool) -> None:
        """Says what the laboratory is. runs: whether its runs take long enough to be stopped.

        asked: whether a button starts them, before which their place is the controls'.
        """
        self._wanted = frozenset()
        self.title.setText(lab.title)
        self.sentence.setText(lab.sentence)
        self.sentence.show()
        self.show_anew(look, px, runs=runs, asked=asked)

    def show_anew(self, look: Theme, px: int, *, runs: bool, asked: bool) -> None:
        """The same for another scenario: where the sentence gave way to controls, nothing comes back and moves them."""
        self._runs, self._asked = runs, runs and asked
        self._goes_on, self._lingers = False, False
        for widget in (self.progress, self.stop):
            widget.hide()
        self.wear(look, px)
        self._show_foot()

    def wear(self, look: Theme, px: int) -> None:
        """Takes on colours, letters of that height, and the width that they need."""
        # On the big screen the application's own letters are smaller. With rules for them, instead of fonts, all
        # within would be polished once more with each theme.
        for part, letters in ((self, font(px)), (self.title, font(px + 2, bold=True))):
            if part.font() != letters:
                part.setFont(letters)
        window = self.window().width() or 1366
        self.setFixedWidth(min(_WIDTH * px, max(round(_MOST * window), 200)))
        self.controls.wear(look)
        for widget in (self._scroll, self._scroll.viewport(), self._inside):
            widget.setAutoFillBackground(False)

    def without_own_keys(self) -> list[QWidget]:
        """What takes arrows or PageDown although it has no number, text or choice to change by them."""
        return [self._scroll, *self.findChildren(QAbstractButton)]

    def show_run(self, part: float | None, words: str) -> None:
        """part: how much of a run is done, None while none goes on."""
        self.progress.setValue(0 if part is None else round(100 * part))
        self.progress.setVisible(part is not None)
        self.stop.setVisible(part is not None)
        self.status.setText(words)
        self._goes_on = part is not None
        if not self._goes_on:
            self._lingers = False
            self._patience.stop()
        elif not (self._lingers or self._patience.isActive()):  # one change after the other does not put it off
            self._patience.start()
        self._show_foot()

    def _show_lingering(self) -> None:
        """A run keeps people waiting: how far it is and Stop are in sight in a low column too."""
        self._lingers = self._goes_on
        self._show_foot()

    def _show_foot(self) -> None:
        """Where runs are long it has its place, so that nothing moves when one begins; but see `_LOW`."""
        told = not self._goes_on and bool(self.status.text())
        kept = self._runs and not self._asked and not self._is_low()
        self._foot.setVisible(kept or (self._runs and (told or self._lingers or (self._asked and self._goes_on))))

    def _is_low(self) -> bool:
        return self.height() < _LOW * self.font().pixelSize()

    def show_end(self, problem: str) -> None:
        """No run goes on: the last one has its result, or had this problem."""
        self.show_run(None, "")
        self.show_problem(problem)

    def show_scenario(self, title: str | None) -> None:
        """Says which scenario the laboratory experiments on; None where it has numbers of its own."""
        self.scenario.setText("" if title is None else f"On “{title or 'Untitled'}”, the scenario that is shown.")
        self.scenario.setVisible(title is not None)

    def show_problem(self, text: str) -> None:
        """Why there is no result for these values; "" takes that back."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def reveal(self, names: frozenset[str]) -> None:
        """Scrolls until those controls are seen, as far as they all fit; once they are placed.

        What the laboratory is for is told by what asks for them, and leaves its room to them.
        """
        self._wanted = names
        self.sentence.hide()
        QTimer.singleShot(0, self, self._scroll_to_wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another height: what a lesson speaks of stays in sight."""
        super().resizeEvent(event)
        self._show_foot()
        if self._wanted:
            QTimer.singleShot(0, self, self._scroll_to_wanted)

    def _scroll_to_wanted(self) -> None:
        for control in reversed(self.controls.named(self._wanted)):
            if control.isVisibleTo(self):
                self._scroll.ensureWidgetVisible(control, 0, 8)
        self._cut_nothing()

    def _cut_nothing(self) -> None:
        """Scrolls somewhat further or less, so that nothing is half under the title: what is wanted stays in sight."""
        bar, wanted = self._scroll.verticalScrollBar(), self.controls.named(self._wanted)
        controls = self.controls.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        for one in (self.scenario, *controls, self.reset):
            top = one.mapTo(self._inside, QPoint()).y()
            if one.isVisibleTo(self) and top < bar.value() < top + one.height():
                below = top + one.height()
                bar.setValue(below if one not in wanted and below <= bar.maximum() else top)
                return

    def _arrange(self) -> None:
        self._inside = QWidget()
        inner = QVBoxLayout(self._inside)
        inner.setContentsMargins(12, 4, 12, 12)
        inner.setSpacing(12)
        inner.addWidget(self.sentence)
        inner.addWidget(self.scenario)
        inner.addWidget(self.controls)
        line = QHBoxLayout()
        inner.addLayout(line)
        line.addWidget(self.reset)
        line.addStretch(1)
        inner.addWidget(self.problem)
        inner.addStretch(1)
        self._scroll.setWidget(self._inside)
        self._foot = QWidget(self)  # only where runs are long: elsewhere the controls have its room
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(12, 0, 12, 10)
        foot.setSpacing(4)
        foot.addWidget(self.status)
        run = QHBoxLayout()
        foot.addLayout(run)
        run.setSpacing(8)
        run.addWidget(self.progress, 1)
        run.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        head = QVBoxLayout()
        column.addLayout(head)
        head.setContentsMargins(12, 10, 12, 4)
        head.setSpacing(6)
        top = QHBoxLayout()
        head.addLayout(top)
        top.setSpacing(8)
        top.addWidget(self.title, 1)
        top.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._foot)

    def _button(self, name: str, text: str, tip: str, asks: object) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(tip)
        button.setToolTip(tip)
        button.clicked.connect(asks)
        return button
