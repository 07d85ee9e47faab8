"""What a laboratory shows of a run while it goes on, when it is stopped, and when it has to wait for its button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attnviz.app.labs.run_words import MEASURED, STOPPED, doing_words, is_pressed, released, waiting_words

if TYPE_CHECKING:  # what the room has
    from attnviz.app.labs.lab_column import LabColumn
    from attnviz.app.labs.lab_middle import LabMiddle
    from attnviz.app.labs.lab_runs import LabRuns
    from attnviz.figures.theme import Theme
    from attnviz.labs.parameters import Parameter, Value
    from attnviz.labs.protocol import Lab, Result


class LabProgress:
    """The part of a laboratory's room that follows its runs.

    `_comes`: what is shown is beside the run, not before it: counts while a machine is measured, or its first points.
    """

    lab: Lab | None
    result: Result | None
    column: LabColumn
    middle: LabMiddle
    _runs: LabRuns
    _parameters: tuple[Parameter, ...]
    _values: dict[str, Value]
    _old: bool
    _comes: bool = False
    _part_of_it: bool = False  # the picture is of the run that goes on

    def stop(self) -> None:
        """Stops the run that goes on; the picture stays and says what it is of."""
        if not self._runs.running:
            return
        self._runs.stop()
        if self._part_of_it:
            self.column.show_run(None, MEASURED)
        elif (self.result is None or self._comes) and is_pressed(self._parameters, self._values):
            self._values = released(self._parameters, self._values)
            self._settled()  # back to what there was
        else:
            self._give_up()

    def _wait_for_button(self) -> None:
        """A value has changed, and what the button asks for is of the values before."""
        assert self.lab is not None
        self._runs.stop()
        self._comes = False
        self._show_values(self.lab)
        self.column.show_run(None, waiting_words(self._parameters, shows=self.result is not None))
        self._mark_old(True)

    def _press(self) -> None:
        """The button was pressed or taken back: what it leads to is of another kind, with other controls."""
        assert self.lab is not None
        if is_pressed(self._parameters, self._values):
            self._comes = self.result is not None  # what there was stays beside it until something has come
            return
        self.result, self._old, self._comes = None, False, False
        self.middle.show_sentence(doing_words(self.lab, self._parameters, self._values), self._theme())

    def _show_part(self, result: Result) -> None:
        """Shows what a run has found so far."""
        self.result, self._comes, self._part_of_it = result, True, True
        self._mark_old(False)
        self._show_result()

    def _go_on(self, part: float) -> None:
        assert self.lab is not None
        self.column.show_run(part, doing_words(self.lab, self._parameters, self._values, part))
        self._linger()

    def _linger(self) -> None:
        """A run keeps people waiting: what they see is of before, unless it is beside the run."""
        if not self._comes:
            self._mark_old(True)

    def _give_up(self) -> None:
        self.column.show_run(None, STOPPED)
        self._mark_old(True)

    if TYPE_CHECKING:

        def _settled(self) -> None: ...
        def _show_values(self, lab: Lab) -> object: ...
        def _mark_old(self, old: bool) -> None: ...
        def _show_result(self) -> None: ...
        def _theme(self) -> Theme: ...
