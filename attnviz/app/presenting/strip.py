"""The strip over the title of the big screen: what a teacher reaches for without a keyboard, called by the mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

if TYPE_CHECKING:
    from attnviz.app.presenting.stage import Stage

_GAP = 8


_SPARED = ("undo", "without_mask", "controls", "zoom", "spotlight", "blank")  # in this order, where room is short


class Strip(QFrame):
    """Buttons that do what the keys do. Who calls it gets them all; uncalled it keeps clear of the title."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.setObjectName("presenter.strip")
        self.setAccessibleName("Presentation controls")
        self.setAutoFillBackground(True)
        self.setMouseTracking(True)  # the stage learns of each move, so that it knows when the mouse rests
        row = QHBoxLayout(self)
        row.setContentsMargins(_GAP, _GAP, _GAP, _GAP)
        row.setSpacing(_GAP)
        show = stage.presentation
        self._stage = stage
        self._row = row
        self._lab = False
        self.called = False  # by the mouse or a key
        self._add("back", "Back", "PgUp", show.back)
        self._add("next", "Next", "PgDn", show.next)
        self._add("blank", "Black", "B", lambda: show.show_blank(not show.blank))
        self.light = self._add("spotlight", "Spotlight", "S", stage.toggle_spotlight)
        self.enlarge = self._add("zoom", "Zoom", "Z", lambda: stage.zoom_at(stage.figure_place().center()))
        self.ask_mask = self._add("without_mask", "Without the mask?", "M", stage.toggle_mask)
        self.controls = self._add("controls", "Controls", "C", stage.lab.toggle_controls)
        self._add("undo", "Undo", "Ctrl+Z", show.session.undo_stack.undo)
        self._add("leave", "End", "Esc", stage.leave)
        self.hide()

    def show_state(self, *, lab: bool) -> None:
        """Controls only where there is a laboratory that has any; a tick where something is on."""
        self._lab = lab
        show = self._stage.presentation
        for button, text, on in (
            (self.ask_mask, "Without the mask?", show.asks_mask),
            (self.light, "Spotlight", self._stage.spotlight.on),
            (self.enlarge, "Zoom", bool(show.zoomed)),
        ):
            button.setText(f"✓ {_named(button, text)}" if on else _named(button, text))

    def call(self, on: bool) -> None:
        """Comes with all its buttons, or goes."""
        self.called = on
        self._stage.place_strip()
        self.setVisible(on)

    def stand(self, width: int, *, letters: int, title: float) -> bool:
        """In the upper right corner; where nobody called it without the buttons that would lie over the title.

        title: where that ends. False if the rest lies over it too.
        """
        size = f"#presenter\\.strip QToolButton {{ font-size: {max(12, letters)}px; padding: {letters // 3}px; }}"
        if self.styleSheet() != size:
            self.setStyleSheet(size)
        self._offer(())
        wanted = self.sizeHint()
        room = width if self.called else width - title - 2 * _GAP
        for count in range(1, len(_SPARED) + 1):
            if wanted.width() <= room:
                break
            self._offer(_SPARED[:count])
            wanted = self.sizeHint()
        self.setGeometry(width - wanted.width() - _GAP, _GAP, wanted.width(), wanted.height())
        return self.called or wanted.width() <= room

    def _offer(self, spared: tuple[str, ...]) -> None:
        """Shows the buttons that there is a use for, but for those spared."""
        for button in self.findChildren(QToolButton):
            name = button.objectName().removeprefix("presenter.")
            button.setVisible(name not in spared and (self._lab or button is not self.controls))

    def _add(self, name: str, text: str, key: str, run: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"presenter.{name}")
        button.setProperty("key", key)
        button.setText(_named(button, text))
        button.setToolTip(f"{text} ({key})")
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys stay with the stage
        button.setMouseTracking(True)
        button.clicked.connect(lambda _on=False: run())
        button.clicked.connect(self._stage.stay)
        self._row.addWidget(button)
        return button


def _named(button: QToolButton, text: str) -> str:
    """The words with their key, since a stage has no menu that would tell it."""
    return f"{text}  {button.property('key')}"
