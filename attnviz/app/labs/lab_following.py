"""How a laboratory follows the session: at once, when it is seen again, or in a turn of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.labs.kept import chosen_values, kept_values
from attnviz.app.own_turn import OwnTurn
from attnviz.app.session import State
from attnviz.app.watching import Watching

if TYPE_CHECKING:  # what the room has
    from attnviz.app.labs.lab_column import LabColumn
    from attnviz.app.labs.lab_runs import LabRuns
    from attnviz.figures.theme import Theme
    from attnviz.labs.parameters import Parameter, Value
    from attnviz.labs.protocol import Lab


class LabFollowing(QWidget, Watching):
    """The part of a laboratory's room that knows what has changed since it was last shown."""

    lab: Lab | None
    column: LabColumn
    _runs: LabRuns
    _parameters: tuple[Parameter, ...]
    _values: dict[str, Value]

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._missed = False  # a change of the session that is not shown
        self.turn = OwnTurn(self, self._take_up)

    def show_state(self, old: State | None, new: State) -> None:
        """Follows looks, and the scenario where the laboratory experiments on it; out of sight, once it is seen.

        While the window is not painted the room may be about to be left: it waits for its turn.
        """
        if self.lab is None:
            return
        if self.isVisible() and self.updatesEnabled():
            self._follow_state(old, new)
            return
        self._missed = True
        self.turn.come()

    def showEvent(self, event: QShowEvent) -> None:
        """Makes up for what changed while the room was out of sight."""
        super().showEvent(event)
        self._runs.set_in_front(True)
        self.turn.come()

    def hideEvent(self, event: QHideEvent) -> None:
        """What people look at now goes before a run that is not done yet."""
        super().hideEvent(event)
        self._runs.set_in_front(False)

    def _take_up(self) -> None:
        if self._missed and self.isVisible():
            self._missed = False
            self._follow_state(None, self.session.state)

    def _follow_state(self, old: State | None, new: State) -> None:
        lab = self.lab
        assert lab is not None
        if lab.takes_scenario and (old is None or old.scenario is not new.scenario):
            chosen = chosen_values(self._parameters, self._values)
            self._parameters = lab.parameters(new.scenario)
            self._values = kept_values(self._parameters, chosen)
            self.column.show_anew(self._theme(), self._px(), runs=self._slow(), asked=self._has_button())
            self._offer(self._parameters, self._theme())
            self._settled()
        if old is None or old.view is not new.view:
            self._show_result()

    if TYPE_CHECKING:

        def _settled(self) -> None: ...
        def _show_result(self) -> None: ...
        def _offer(self, parameters: tuple[Parameter, ...], look: Theme) -> None: ...
        def _theme(self) -> Theme: ...
        def _px(self) -> int: ...
        def _slow(self) -> bool: ...
        def _has_button(self) -> bool: ...
