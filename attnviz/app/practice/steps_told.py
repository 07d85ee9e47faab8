"""The foot of the panel: the hints that were opened, or the whole arithmetic once the answer is shown."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from attnviz.app.practice.player import Practice
from attnviz.content.practice.hints import compact
from attnviz.figures.theme import Theme, font

AIR = 12
_LINES = 2  # that the panel shows without being scrolled
_MOST_COLUMNS = 3
Told = tuple[str, str, str]  # whose step it is, what is done, the arithmetic


class StepsTold(QScrollArea):
    """Each step's title in soft letters over its arithmetic; the newest is in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("practice.steps")
        self.setAccessibleName("Hints")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self._shown: tuple[object, ...] | None = None

    def show_steps(self, practice: Practice, look: Theme, px: int) -> None:
        """Writes them anew if they differ from what stands there."""
        told = practice.hints
        if practice.arithmetic:
            told = tuple(("", "", line) for line in compact(practice.exercise, practice.session.state.view.decimals))
        if (told, look, px) == self._shown:
            return
        self._shown = told, look, px
        page = QWidget(self)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        page.setAutoFillBackground(True)
        side_by_side = QHBoxLayout(page)
        side_by_side.setContentsMargins(AIR, 0, AIR, 4)
        side_by_side.setSpacing(2 * AIR)
        # The whole arithmetic is to be seen at once: in columns where it is long.
        columns = max(1, min(_MOST_COLUMNS, ceil(len(told) / _LINES))) if practice.arithmetic else 1
        each = max(1, ceil(len(told) / columns))
        for start in range(0, len(told), each):
            column = QVBoxLayout()
            side_by_side.addLayout(column, 1)
            self._fill(column, page, told[start : start + each], px)
        self.setWidget(page)
        self.setVisible(bool(told))
        bar = self.verticalScrollBar()
        page.adjustSize()
        bar.setValue(bar.maximum() if not practice.arithmetic else 0)

    def _fill(self, column: QVBoxLayout, page: QWidget, told: tuple[Told, ...], px: int) -> None:
        column.setSpacing(3)
        whose = what = ""
        for name, title, line in told:
            heading = " · ".join(part for part in (name if name != whose else "", title) if part)
            if heading and (name, title) != (whose, what):
                column.addWidget(self._label(page, heading, px - 2, soft=True))
            whose, what = name, title
            if line:
                column.addWidget(self._label(page, line, px, soft=False))
        column.addStretch(1)

    def _label(self, page: QWidget, text: str, px: int, *, soft: bool) -> QLabel:
        label = QLabel(text, page)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setFont(font(max(11, px)))
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if soft:
            label.setProperty("part", "heading")
        return label
