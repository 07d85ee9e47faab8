"""The keys of the big screen: what clickers send, and what other presenters taught people to press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeyEvent, Qt

if TYPE_CHECKING:
    from attnviz.app.presenting.stage import Stage

FORWARD = frozenset(
    {Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Return,
     Qt.Key.Key_Enter, Qt.Key.Key_N, Qt.Key.Key_MediaNext, Qt.Key.Key_Forward}
)  # fmt: skip
BACKWARD = frozenset(
    {Qt.Key.Key_PageUp, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Backspace, Qt.Key.Key_P,
     Qt.Key.Key_MediaPrevious, Qt.Key.Key_Back}
)  # fmt: skip


class StageKeys:
    """Turns key presses into steps. Digits and Enter go to a press by its number."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._digits = ""

    def press(self, event: QKeyEvent) -> bool:
        """True if the key was one of these."""
        key, show = Qt.Key(event.key()), self._stage.presentation
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return self._press_with_control(event)
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._digits = (self._digits + event.text())[-4:]
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._digits:
            show.go(int(self._digits) - 1)
            self._digits = ""
        elif key in FORWARD:
            show.next()
        elif key in BACKWARD:
            show.back()
        elif key in (Qt.Key.Key_Period, Qt.Key.Key_B, Qt.Key.Key_Comma):
            show.show_blank(not show.blank)
        elif key == Qt.Key.Key_Escape:
            self._escape()
        else:
            return self._press_letter(key)
        return True

    def _press_with_control(self, event: QKeyEvent) -> bool:
        stack = self._stage.presentation.session.undo_stack
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_Y or (event.key() == Qt.Key.Key_Z and shift):
            stack.redo()
        elif event.key() == Qt.Key.Key_Z:
            stack.undo()
        else:
            return False
        return True

    def _press_letter(self, key: Qt.Key) -> bool:
        stage, show = self._stage, self._stage.presentation
        match key:
            case Qt.Key.Key_Home:
                show.go(0)
            case Qt.Key.Key_End:
                show.go(len(show.beats) - 1)
            case Qt.Key.Key_F1:
                stage.strip.call(not stage.strip.called)
            case Qt.Key.Key_S:
                stage.toggle_spotlight()
            case Qt.Key.Key_Z:
                stage.zoom_at(stage.spotlight.at)
            case Qt.Key.Key_M:
                stage.toggle_mask()
            case Qt.Key.Key_C:
                stage.lab.toggle_controls()
            case _:
                return False
        return True

    def _escape(self) -> None:
        """One thing at a time: the explanation, the zoom, the spotlight, then the presentation."""
        stage, show = self._stage, self._stage.presentation
        if show.explained is not None:
            show.explain(None)
        elif show.asks_mask:
            show.ask_mask(False)
        elif show.zoomed:
            show.zoom("")
        elif stage.spotlight.on:
            stage.toggle_spotlight()
        else:
            stage.leave()
