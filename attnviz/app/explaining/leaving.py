"""Esc leaves what was switched on for a look, the latest first, before it does anything else."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from attnviz.app.session import Session


def leave(session: Session) -> bool:
    """Switches off the partial derivatives, else the comparison; False if neither was on."""
    view = session.state.view
    if view.moves:
        session.look(moves=False)
    elif view.compare != "off":
        session.look(compare="off")
    else:
        return False
    return True


def leaves(session: Session, event: QKeyEvent) -> bool:
    """True if the key was Esc and switched something off."""
    return event.key() == Qt.Key.Key_Escape and not event.modifiers() and leave(session)
