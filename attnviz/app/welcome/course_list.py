"""The lessons of the course as lines: number, title, and a tick or the step that was reached. A click plays one."""

from __future__ import annotations

from functools import partial
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.app.welcome.welcome_button import WelcomeButton
from attnviz.content.lessons.course import LESSONS, Listed
from attnviz.content.lessons.progress import Progress
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font

AIR = 8


class CourseLine(WelcomeButton):
    """One lesson."""

    def __init__(self, one: Listed, parent: QWidget) -> None:
        super().__init__(f"welcome.lesson.{one.name}", parent)
        self.setText(one.title)
        self.setToolTip(one.summary)
        self._unit = one.unit
        self._end = ""

    def show_end(self, end: str, words: str) -> None:
        """What stands at the end of the line, and how it is said."""
        self._end = end
        self.setAccessibleName(f"Lesson {self._unit}: {self.text()}{words}")
        self.update()

    def whole_width(self) -> int:
        """The pixels in which nothing of it is left out."""
        words, small = ruler(font(self._px)), ruler(font(self._px - 2))
        return ceil(words.width("00") + words.width(self.text()) + small.width(self._end)) + 4 * AIR + 2

    def sizeHint(self) -> QSize:
        """A line with a little air."""
        return QSize(22 * self._px, round((1.2 + 0.8 * self._air) * self._px))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Number, title, end."""
        palette, area = self._look.palette, QRectF(self.rect())
        words, small = ruler(font(self._px)), ruler(font(self._px - 2))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.underMouse() or self.isDown():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(palette.hover)
                painter.drawRoundedRect(area, 4, 4)
            base = area.center().y() + words.figure_height / 2
            painter.setFont(words.font)
            number = str(self._unit)
            column = words.width("00")
            painter.setPen(palette.soft)
            painter.drawText(QPointF(AIR + column - words.width(number), base), number)
            end = small.width(self._end)
            left = 2 * AIR + column + 2
            painter.setPen(palette.text)
            painter.drawText(QPointF(left, base), words.shortened(self.text(), area.width() - left - end - 2 * AIR))
            painter.setFont(small.font)
            painter.setPen(self._look.role("values") if self._end == "✓" else palette.soft)
            painter.drawText(QPointF(area.width() - AIR - end, base), self._end)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(self._look.pen(palette.accent, 1.5))
                painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4)


class CourseList(QWidget):
    """All lessons, one under the other. `chosen(name)` tells which one is to be played."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("welcome.lessons")
        self.setAccessibleName("Lessons of the course")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._lines = {one.name: CourseLine(one, self) for one in LESSONS}
        for name, line in self._lines.items():
            line.clicked.connect(partial(self.chosen.emit, name))
            column.addWidget(line)

    def show_progress(self, progress: Progress) -> None:
        """A tick for what is finished, the step for what was begun."""
        for name, line in self._lines.items():
            state = progress.of(name)
            if state.finished:
                line.show_end("✓", ", finished")
            elif name in progress.lessons:
                line.show_end(f"step {state.step + 1}", f", at step {state.step + 1}")
            else:
                line.show_end("", "")

    def whole_width(self) -> int:
        """The pixels in which no line is shortened."""
        return max(line.whole_width() for line in self._lines.values())

    def show_look(self, look: Theme, px: int, air: float = 1.0) -> None:
        """Takes on a theme and a size of letters, with that part of the air around them."""
        for line in self._lines.values():
            line.show_look(look, px, air)
