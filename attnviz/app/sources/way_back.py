"""The button over the figures that leads from an opened head back to the grid of all heads."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from attnviz.app.session import Session, State
from attnviz.app.watching import Watching


class WayBack(QToolButton, Watching):
    """Seen while a source stands beside the document. `asked` asks for its room."""

    asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.way_back")
        self.setAutoRaise(True)
        self.clicked.connect(self.asked)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Shows itself where there is a grid to go back to, and says what of it is open."""
        if old is not None and old.source is new.source and old.scenario is new.scenario:
            return
        self.setVisible(new.source is not None)
        place, text, tip = new.opened, "‹ Grid of Heads", "Back to all heads of the model (F3)"
        if place is not None:
            head = "" if place.head is None else f", head {place.head + 1}"
            tip = f"Layer {place.layer + 1}{head} is open. {tip}"
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(tip)
