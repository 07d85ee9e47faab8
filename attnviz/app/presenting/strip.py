"""The strip at the foot of the big screen: what a teacher reaches for without a keyboard; it comes with the mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

if TYPE_CHECKING:
    from attnviz.app.presenting.stage import Stage

_GAP = 8


class Strip(QFrame):
    """Buttons that do what the keys do."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.setObjectName("presenter.strip")
        self.setAccessibleName("Presentation controls")
        self.setAutoFillBackground(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(_GAP, _GAP, _GAP, _GAP)
        row.setSpacing(_GAP)
        show = stage.presentation
        self._stage = stage
        self._row = row
        self._add("back", "Back", "Page Up", show.back)
        self._add("next", "Next", "Page Down", show.next)
        self._add("blank", "Black", ". or B", lambda: show.show_blank(not show.blank))
        self._add("spotlight", "Spotlight", "S", stage.toggle_spotlight)
        self._add("zoom", "Zoom", "Z", lambda: stage.zoom_at(stage.figure_place().center()))
        self.causal = self._add("mask", "Causal mask", "M", stage.toggle_mask)
        self.causal.setCheckable(True)
        self.show_mask(show.session.state.scenario.mask.causal)
        self.controls = self._add("controls", "Controls", "C", stage.lab.toggle_controls)
        self._add("undo", "Undo", "Ctrl+Z", show.session.undo_stack.undo)
        self._add("leave", "End", "Esc", stage.leave)
        self.hide()

    def show_mask(self, on: bool) -> None:
        """Whether the causal mask is on."""
        if self.causal.isChecked() != on:
            self.causal.setChecked(on)

    def show_controls(self, there: bool) -> None:
        """Whether a laboratory is there that has any."""
        self.controls.setVisible(there)

    def stand(self, rect: QRect) -> None:
        """In the middle of the foot."""
        size = self.sizeHint()
        self.setGeometry(rect.center().x() - size.width() // 2, rect.bottom() - size.height() - _GAP, *size.toTuple())

    def _add(self, name: str, text: str, key: str, run: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"presenter.{name}")
        button.setText(text)
        button.setToolTip(f"{text} ({key})")
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys stay with the stage
        button.clicked.connect(lambda _on=False: run())
        self._row.addWidget(button)
        return button
