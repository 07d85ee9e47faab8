"""One number that changes bit by bit while a person types or drags: one undo step, that can be taken back whole."""

from __future__ import annotations

import itertools

from attnviz.app.panes.matrix_words import place, plane
from attnviz.app.panes.pane_edits import put_number, read_number
from attnviz.app.session import Session, State
from attnviz.app.undo_step import ReplaceScenario
from attnviz.content.numerals import BadNumber
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario

_gestures = itertools.count()


class LiveNumber:
    """A cell that is being changed. `before` is its number when the gesture began, `number` the one last put."""

    def __init__(self, session: Session, name: str, head: int, row: int, column: int) -> None:
        self.session = session
        self.name, self.head, self.row, self.column = name, head, row, column
        self._gesture = ("live", next(_gestures))
        self._label = f"Edit {place(name, row, column)}"
        self._shape = self._plane(session.state).shape
        self.before = self.number = float(self._plane(session.state)[row, column])

    def put(self, value: float) -> bool:
        """Puts a number in while the gesture goes on; one that the scenario cannot hold changes nothing, in silence."""
        try:
            after = self._with(self.session.state.scenario, value)
        except AttentionError:
            return False
        self.number = float(plane(after.matrix(self.name), self.head)[self.row, self.column])
        return self.session.edit(self._label, lambda _: after, gesture=self._gesture)

    def put_text(self, text: str) -> bool:
        """As `put`, for what is typed so far; unfinished text changes nothing."""
        try:
            return self.put(read_number(self.name, text))
        except BadNumber:
            return False

    def finish(self, text: str) -> AttentionError | None:
        """Puts in what was typed, for good; if that is no number, the old one returns and the reason comes back."""
        try:
            value = read_number(self.name, text)
            self._with(self.session.state.scenario, value)
        except AttentionError as error:
            return self._refuse(error)
        self.put(value)
        return None

    def restore(self) -> None:
        """Puts the number from before the gesture back; no undo step remains."""
        self.put(self.before)

    def take_back(self) -> None:
        """Undoes the gesture's step, so that a redo brings its number back."""
        stack = self.session.undo_stack
        last = stack.command(stack.index() - 1) if stack.canUndo() else None
        if isinstance(last, ReplaceScenario) and last.gesture == self._gesture:
            self.number = self.before
            stack.undo()

    def is_elsewhere(self, state: State) -> bool:
        """True if the cell has gone, or holds a number that this gesture did not put there, as after an undo."""
        names = {name for name, _ in state.scenario.given()}
        if self.name not in names:
            return True
        values = self._plane(state)
        return values.shape != self._shape or float(values[self.row, self.column]) != self.number

    def _refuse(self, reason: AttentionError) -> AttentionError:
        """Not through the session: the reason stands beside the cell, and said once more elsewhere it would be two."""
        self.restore()
        return reason

    def _with(self, scenario: Scenario, value: float) -> Scenario:
        return put_number(scenario, self.name, self.head, self.row, self.column, value)

    def _plane(self, state: State) -> Array:
        return plane(state.scenario.matrix(self.name), self.head)
