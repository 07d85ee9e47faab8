"""A digit that is typed on a number of the pipeline, which holds results: it says where the number comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from attnviz.app.controls.messages import Message
from attnviz.content.input_wording import where_to_type

if TYPE_CHECKING:
    from attnviz.app.pipeline.pipeline_panel import PipelinePanel

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class TypedDigits(QObject):
    """Sees the keys that no figure took for itself."""

    def __init__(self, pipeline: PipelinePanel, say: Callable[[Message], None]) -> None:
        super().__init__(pipeline)
        self._pipeline, self._say = pipeline, say
        pipeline.installEventFilter(self)

    def eventFilter(self, _pipeline: QObject, event: QEvent) -> bool:
        """Takes a digit while a number is selected."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        state = self._pipeline.session.state
        if state.selection.cell is None or not event.text().isdecimal() or event.modifiers() not in _PLAIN:
            return False
        self._say(Message(where_to_type(state.trace, state.selection.cell), "done"))
        return True
