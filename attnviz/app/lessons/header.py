"""The line over a lesson's step: where one is, on and back, the learner's own version, and the way out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolTip, QWidget

from attnviz.app.controls.elided_label import ElidedLabel
from attnviz.app.controls.marking import mark
from attnviz.app.lessons.checks import button
from attnviz.figures.theme import Theme, font, theme

AIR = 12
_WAYS: dict[int, int] = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


class Dots(QWidget):
    """A dot for each step, the present one drawn long; a click goes to a step."""

    asked = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lesson.dots")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._look: Theme = theme()
        self._titles: tuple[str, ...] = ()
        self._place = 0

    def show_place(self, titles: tuple[str, ...], place: int, look: Theme) -> None:
        """As many dots as steps."""
        if (titles, place, look) != (self._titles, self._place, self._look):
            self._titles, self._place, self._look = titles, place, look
            self.setAccessibleName(f"Step {place + 1} of {len(titles)}")
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """The dots are nearer to each other where there are many."""
        return QSize(round(self._pitch * (len(self._titles) + 1)), 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Steps before are filled, steps to come are rings."""
        palette = self._look.palette
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for step in range(len(self._titles)):
                centre = QPointF(self._centre(step), self.height() / 2)
                painter.setPen(self._look.pen(palette.accent if step <= self._place else palette.soft, 1.3))
                painter.setBrush(palette.accent if step <= self._place else Qt.BrushStyle.NoBrush)
                if step == self._place:
                    size = min(16.0, 1.5 * self._pitch)
                    painter.drawRoundedRect(QRectF(centre.x() - size / 2, centre.y() - 4, size, 8), 4, 4)
                else:
                    painter.drawEllipse(centre, 3.2, 3.2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Goes to the step whose dot is nearest."""
        self.asked.emit(self._at(event.position().x()))

    def event(self, event: QEvent) -> bool:
        """Each dot says which step it is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._titles:
            step = self._at(event.pos().x())
            QToolTip.showText(event.globalPos(), f"{step + 1}  {self._titles[step]}", self)
            return True
        return super().event(event)

    @property
    def _pitch(self) -> float:
        return 16.0 if len(self._titles) <= 14 else 11.0

    def _centre(self, step: int) -> float:
        return self._pitch * (step + 1)

    def _at(self, x: float) -> int:
        return min(max(round(x / self._pitch) - 1, 0), len(self._titles) - 1)


class Header(QWidget):
    """`back`, `next`, `leave`, `again`, `own` and `go(step)` tell what was asked for."""

    back = Signal()
    next = Signal()
    leave = Signal()
    again = Signal()
    own = Signal()
    go = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = ElidedLabel(self)
        self._title.setObjectName("lesson.title")
        self._count = QLabel(self)
        self._count.setObjectName("lesson.count")
        self._dots = Dots(self)
        self._dots.asked.connect(self.go)
        self._again = button("lesson.again", "Start This Step Again", self)
        self._again.setToolTip("Back to the numbers that this step begins with; yours are kept")
        self._own = button("lesson.own", "Your Version", self)
        self._own.setToolTip("The numbers that you left in this step")
        self._back = button("lesson.back", "◂ Back", self)
        self._next = button("lesson.next", "Next ▸", self)
        self._leave = button("lesson.leave", "✕", self)
        self._leave.setProperty("flat", True)
        self._leave.setAccessibleName("Leave the lesson")
        self._leave.setToolTip("Leave the lesson: your own document is as you left it")
        for made, signal in (
            (self._again, self.again), (self._own, self.own), (self._back, self.back),
            (self._next, self.next), (self._leave, self.leave),
        ):  # fmt: skip
            made.clicked.connect(lambda _=False, signal=signal: signal.emit())
            made.installEventFilter(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(AIR, 6, 6, 6)
        row.setSpacing(8)
        row.addWidget(self._title, 1)
        for widget in (self._again, self._own, self._dots, self._count, self._back, self._next, self._leave):
            row.addWidget(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows on a button go on and back as in a presentation; Qt would go to the next button, and out at last."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _WAYS:
            way = self._next if _WAYS[event.key()] > 0 else self._back
            if way.isVisible():
                way.click()
            return True
        return super().eventFilter(watched, event)

    @property
    def next_button(self) -> QWidget:
        """The button that goes on."""
        return self._next

    def show_step(self, title: str, titles: tuple[str, ...], place: int, look: Theme, px: int) -> None:
        """Says which lesson and step it is."""
        self._title.setFont(font(px, bold=True))
        self._title.setText(title)
        self._count.setText(f"{place + 1} of {len(titles)}")
        self._dots.show_place(titles, place, look)

    def show_name(self, title: str, look: Theme, px: int) -> None:
        """Says what is shown where there are no steps."""
        self._title.setFont(font(px, bold=True))
        self._title.setText(title)
        self._dots.show_place((), 0, look)

    def show_ways_at_all(self, *, on: bool) -> None:
        """Back, Next and the place, where there are steps to go to."""
        for widget in (self._dots, self._count, self._back, self._next):
            widget.setVisible(on)
        if not on:
            self.show_versions(changed=False, own=False)

    def show_ways(self, *, back: bool, onward: str, ready: bool) -> None:
        """Where Back and Next lead; ready: nothing in the step is left to do, so Next is the thing to click."""
        self._back.setEnabled(back)
        self._back.setToolTip("The step before (PageUp)")
        self._next.setText(onward)
        self._next.setAccessibleName(onward.rstrip(" ▸"))
        self._next.setToolTip("Go on (PageDown)")
        mark(self._next, "primary", ready)

    def show_versions(self, *, changed: bool, own: bool) -> None:
        """Offers the step as it began while it is changed, else the learner's version if there is one."""
        self._again.setVisible(changed)
        self._own.setVisible(own)
