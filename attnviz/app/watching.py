"""How a widget follows one session and can be moved to another."""

from __future__ import annotations

from typing import Protocol

from attnviz.app.session import Session, State


class Follower(Protocol):
    """A view that can be moved to another session."""

    def set_session(self, session: Session) -> None:
        """Follows that session from now on."""
        ...


class Watching:
    """Mixed into a QWidget: calls `show_state(old, new)` for every change of the session that it watches."""

    session: Session

    def watch(self, session: Session) -> None:
        """Starts to follow `session`; what it shows now is drawn by the next `show_state` or paint."""
        self.session = session
        session.changed.connect(self.show_state)

    def set_session(self, session: Session) -> None:
        """Follows another session from now on and shows its state."""
        if session is not self.session:
            self.session.changed.disconnect(self.show_state)
            self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Draws what differs between two states; `old` is None at first."""
        raise NotImplementedError
