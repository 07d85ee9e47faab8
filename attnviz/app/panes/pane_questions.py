"""What a pane has to ask a person, and the answers where nobody can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from attnviz.figures.view import View

if TYPE_CHECKING:
    from attnviz.app.importing.two_readings import TextReading


class PaneQuestions(Protocol):
    """What a pane has to ask a person."""

    def resize(self, text: str, verb: str) -> bool:
        """Whether to do what the verb says, "Resize W_K to 3×3"; the text says what that entails."""

    def seed(self, last: int) -> int | None:
        """The seed for random numbers, or None to leave it; `last` is the one of last time."""

    def reading(self, text: str, readings: Sequence[TextReading], view: View) -> TextReading | None:
        """Which of two readings of the clipboard is meant, or None to leave it."""


class NobodyAsked:
    """The answers where no window puts its dialogs: nothing is resized, and the seed stays."""

    def resize(self, _text: str, _verb: str) -> bool:
        """No."""
        return False

    def seed(self, last: int) -> int | None:
        """The same again."""
        return last

    def reading(self, _text: str, _readings: Sequence[TextReading], _view: View) -> TextReading | None:
        """None: nothing is guessed."""
        return None
