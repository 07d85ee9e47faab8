"""A laboratory in the window: controls beside exhibits, run anew with every change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.labs.asked import Asked, takes_long
from attnviz.app.labs.kept import ended, kept_values
from attnviz.app.labs.lab_column import LabColumn
from attnviz.app.labs.lab_following import LabFollowing
from attnviz.app.labs.lab_frame import arrange
from attnviz.app.labs.lab_middle import LabMiddle, Moves, always
from attnviz.app.labs.lab_progress import LabProgress
from attnviz.app.labs.lab_runs import LabRuns
from attnviz.app.labs.lettering import words_px
from attnviz.app.labs.run_words import button_of, doing_words, released
from attnviz.app.pipeline.figure_looks import theme_for
from attnviz.app.session import Session
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.theme import Theme
from attnviz.labs.catalogue import lab as lab_named
from attnviz.labs.parameters import Parameter, Value, settle
from attnviz.labs.protocol import Lab, Result


class LabRoom(LabProgress, LabFollowing):
    """Shows one laboratory at a time; what a person set in each is kept for as long as the program runs.

    `ran` carries each new Result, `left` asks the window to show the document again. A laboratory that takes a
    scenario experiments on the session's and follows its changes. scrolls: whether a page does, or else shrinks.
    moves: whether a person wants things to move by themselves. called: what a scenario without a title is called.
    """

    ran = Signal(object)
    left = Signal()
    menu_asked = Signal(object)

    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        scrolls: bool = True,
        moves: Moves = always,
        called: Callable[[], str] = str,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
        self.setAccessibleName("Laboratory")
        self.lab: Lab | None = None
        self.result: Result | None = None
        self._parameters: tuple[Parameter, ...] = ()
        self._values: dict[str, Value] = {}
        self._remembered: dict[str, dict[str, Value]] = {}
        self._remembers = True
        self._shown = ""
        self._old = False  # the picture is of values that no longer hold
        self._called = called
        self._runs = LabRuns(self, self._now_asked)
        self.column = LabColumn(self)
        self.middle = LabMiddle(self, scrolls=scrolls, moves=moves, busy=lambda: self.running)
        self.steps, self.page, self.facts = self.middle.steps, self.middle.page, self.middle.facts
        if not scrolls:
            self.steps.leave_keys()  # on the big screen they belong to the slides
        self.steps.take_from(self.page)
        arrange(self, self.column, self.middle)
        self._runs.went_on.connect(self._go_on)
        self._runs.came.connect(self._accept)
        self._runs.refused.connect(self._fail)
        self._runs.gave_up.connect(self._give_up)
        self._runs.lingers.connect(self._linger)
        self._runs.came_partly.connect(self._show_part)
        self.column.controls.wanted.connect(self.set_value)
        self.column.back_asked.connect(self.left)
        self.column.reset_asked.connect(self.reset)
        self.column.stop_asked.connect(self.stop)
        self.middle.wanted.connect(self.set_value)
        self.middle.taken.connect(self._take)
        self.middle.menu_asked.connect(self.menu_asked)
        self.watch(session)

    @property
    def name(self) -> str:
        """The name of the laboratory that is shown, "" while none is."""
        return "" if self.lab is None else self.lab.name

    @property
    def numbers(self) -> Mapping[str, float | Array]:
        """The named numbers of the present result."""
        return {} if self.result is None else self.result.numbers

    @property
    def values(self) -> Mapping[str, Value]:
        """The value of each parameter."""
        return self._values

    @property
    def running(self) -> bool:
        """True while a long run goes on."""
        return self._runs.running

    def open(self, name: str, values: Mapping[str, Any] | None = None) -> None:
        """Shows a laboratory, with the values a person left it with; `values` begin anew from the defaults instead.

        Raises AttentionError for an unknown laboratory, or a parameter or value that it does not have.
        """
        lab = lab_named(name)
        parameters = lab.parameters(self._scenario(lab))
        kept = self._remembered.get(name, {})
        # What takes a minute starts when it is asked for, not by coming back.
        kept_now = released(parameters, kept_values(parameters, kept))
        settled = kept_now if values is None else settle(parameters, values)
        another = self.lab is not lab
        self.lab, self._parameters, self._values, self._remembers = lab, parameters, settled, values is None
        look = self._theme()
        self.column.show_lab(lab, look, self._px(), runs=self._slow(), asked=self._has_button())
        self._offer(parameters, look)
        if another:
            self.result, self._old = None, False
            self.column.show_problem("")
            self.middle.show_sentence(doing_words(lab, parameters, settled) if self._slow() else "", look)
            self._shown = ""
        self._settled()
        if self._missed:  # what of the session changed meanwhile is in it, but for the looks of what came before
            self._missed = False
            self._show_result()
        if values:
            come = lab.idle(settle(parameters, {})) - lab.idle(settled)
            self.column.reveal(come or frozenset(values))

    def set_value(self, name: str, value: Value) -> None:
        """Gives a parameter another value and runs anew; one that cannot be had is refused beside its control."""
        parameter = next((own for own in self._parameters if own.name == name), None)
        if parameter is None or not self.column.controls.are_of(self._parameters):
            return
        was = self._values[name]
        accepted = self.column.controls.accepted(parameter, value)
        if accepted is None:
            return
        self._values = {**self._values, name: accepted}
        button = button_of(self._parameters)
        if button is not None and name != button.name and self._values[button.name]:
            self._wait_for_button()
            return
        if button is not None and name == button.name and accepted != was:
            self._press()
        self._settled()

    def reset(self) -> None:
        """Gives every parameter its first value."""
        self._values = settle(self._parameters, {})
        self._settled()

    def name_scenario(self) -> None:
        """Says which scenario the laboratory experiments on: by its title, else as its file is called."""
        if self.lab is not None:
            title = self.session.state.scenario.title or self._called()
            self.column.show_scenario(title if self.lab.takes_scenario else None)

    def close_down(self) -> None:
        """Stops, and waits for the worker to end: the window is closing."""
        self.steps.pause()
        self._runs.close()

    def shown(self) -> str:
        """The exhibit in use: the one last clicked or reached by keyboard, at first the first one."""
        names = list(self.drawings())
        return self._shown if self._shown in names else next(iter(names), "")

    def drawings(self) -> dict[str, Drawing]:
        """Every exhibit by its name, as it can be exported."""
        exhibits, decimals = self.result.exhibits if self.result else (), self.session.state.view.decimals
        return {exhibit.name: Drawing(exhibit, decimals) for exhibit in exhibits}

    def showEvent(self, event: QShowEvent) -> None:
        """Takes the keyboard where nothing that can be seen has it."""
        super().showEvent(event)
        focus = self.window().focusWidget()
        if self.page.views and (focus is None or not focus.isVisible()):  # it was in what stood here before
            next(iter(self.page.views.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Goes on and back with the arrows and a clicker, where nothing else takes them."""
        if not self.steps.press(event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Letters of projected text follow the window's height."""
        super().resizeEvent(event)
        if self.lab is not None:
            self._show_result()

    def _settled(self) -> None:
        """Shows the values that hold now, remembers them, and runs."""
        lab = self.lab
        assert lab is not None
        self.name_scenario()
        asked = self._show_values(lab)
        self._part_of_it = False
        if self._slow():
            self._runs.begin(asked)
            self.column.show_run(0.0, doing_words(lab, self._parameters, self._values, 0.0))
            return
        self.column.show_run(None, "")
        self._runs.do(asked)

    def _show_values(self, lab: Lab) -> Asked:
        """Shows the values that hold now and remembers them; what a run of them would be asked for."""
        self._values, last = ended(lab, self._values, self._scenario(lab))
        self.steps.show_asked(self._values, last)
        if self._remembers:
            self._remembered[lab.name] = dict(self._values)
        self.column.controls.show_values(self._values, lab.idle(self._values), last)
        return Asked(lab, self._values, self._scenario(lab))

    def _offer(self, parameters: tuple[Parameter, ...], look: Theme) -> None:
        self.column.controls.offer(parameters, look)
        self.steps.take_from(*self.column.without_own_keys())

    def _accept(self, result: Result) -> None:
        self.result, self._old = result, False
        self._comes = self._part_of_it = False
        self.column.show_end("")
        self._show_result()
        self.ran.emit(result)

    def _fail(self, error: AttentionError) -> None:
        """No result for these values: the last picture stays, marked as old, and the reason is said."""
        self.column.show_end(str(error))
        self._comes = False
        self._mark_old(True)
        if self.result is None:
            self.middle.show_sentence(str(error), self._theme())

    def _show_result(self) -> None:
        look, result, view = self._theme(), self.result, self.session.state.view
        self.column.wear(look, self._px())
        if result is None:
            return
        self.middle.show_result(result, view, look, self._px(), self._parameters, self._values)
        self._mark_old(self._old)

    def _mark_old(self, old: bool) -> None:
        self._old = old
        self.middle.set_old(old)

    def _take(self, name: str) -> None:
        self._shown = name

    def _slow(self) -> bool:
        return self.lab is not None and takes_long(self.lab, self.session.state.scenario)

    def _has_button(self) -> bool:
        return button_of(self._parameters) is not None

    def _now_asked(self) -> Asked | None:
        """What a run would be asked for at present."""
        return None if self.lab is None else Asked(self.lab, self._values, self._scenario(self.lab))

    def _scenario(self, lab: Lab) -> Scenario | None:
        return self.session.state.scenario if lab.takes_scenario else None

    def _theme(self) -> Theme:
        return theme_for(self, self.session.state)

    def _px(self) -> int:
        return words_px(self._theme(), self.size())
