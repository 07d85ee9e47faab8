"""The two spin boxes of the toolbar: the number of heads, and the decimals that are shown."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractSpinBox, QWidget

from attnviz.app.controls import adjust
from attnviz.app.controls.undo_keys import NumberBox
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.engine.edits import head_choices
from attnviz.engine.scenario import MOST_DECIMALS, Scenario

MOST_TYPED = 999  # any number may be typed; one that does not divide the widths is refused in words


class HeadsBox(NumberBox, Watching):
    """The number of heads. The arrows step through the numbers that divide the widths and pass over all others."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("control.heads")
        self.setAccessibleName("Heads")
        self.setPrefix("Heads ")
        self.setKeyboardTracking(False)
        self.setRange(1, MOST_TYPED)
        self._choices: tuple[int, ...] = (1,)
        self.valueChanged.connect(self._choose)
        self.lineEdit().textEdited.connect(self._forget_refusal)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Shows the number of heads and learns which others there could be."""
        if old is not None and old.scenario is new.scenario and old.refused is new.refused:
            return
        heads = new.scenario.sizes.heads
        if self.value() != heads:
            self.setValue(heads)
        if old is None or _choice_of(old.scenario) != _choice_of(new.scenario):
            applies = adjust.computes_weights(new.scenario)
            self._choices = head_choices(new.scenario) if applies else (heads,)
            self.setEnabled(applies)
            offered = ", ".join(map(str, self._choices))
            choice = f"The same matrices sliced into this many heads: {offered} (Ctrl+Shift+H)"
            self.setToolTip(choice if applies else adjust.NO_WEIGHTS)
            self.update()  # Qt does not ask which arrows can be pressed while the number stays

    def stepBy(self, steps: int) -> None:
        """Goes to the next number that is possible."""
        value = self.value()
        further = [choice for choice in self._choices if (choice > value if steps > 0 else choice < value)]
        further.sort(reverse=steps < 0)
        if further:
            self.setValue(further[min(abs(steps), len(further)) - 1])
            self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Up and down only where a number lies that way."""
        flag = QAbstractSpinBox.StepEnabledFlag
        up = flag.StepUpEnabled if self._choices[-1] > self.value() else flag.StepNone
        down = flag.StepDownEnabled if self._choices[0] < self.value() else flag.StepNone
        return up | down

    def _choose(self, heads: int) -> None:
        if heads != self.session.state.scenario.sizes.heads:
            adjust.heads(self.session, heads)
            self.show_state(None, self.session.state)

    def _forget_refusal(self) -> None:
        """Whoever types on has read why the last number could not be had."""
        if self.session.state.refused is not None:
            self.session.edit("Heads", lambda scenario: scenario)


def _choice_of(scenario: Scenario) -> tuple[object, ...]:
    """What the numbers of heads that there can be depend on."""
    bias = None if scenario.bias is None else scenario.bias.ndim
    return scenario.sizes, scenario.positions, bias, scenario.inputs.kind


class DecimalsBox(NumberBox, Watching):
    """How many decimals are shown; while the pencil is on, how many each step keeps."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("control.decimals")
        self.setAccessibleName("Decimals")
        self.setRange(0, MOST_DECIMALS)
        self.setKeyboardTracking(False)
        self.setSuffix(" decimals")
        self.valueChanged.connect(self._choose)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Shows the view's decimals, which are the pencil's while it is on."""
        if self.value() != new.view.decimals:
            self.setValue(new.view.decimals)
        pencil = new.scenario.pencil is not None
        if old is None or (old.scenario.pencil is not None) != pencil:
            rule = "each step is rounded to as many" if pencil else "the numbers themselves stay exact"
            self.setToolTip(f"Decimals that are shown; {rule}")

    def _choose(self, count: int) -> None:
        if count != self.session.state.view.decimals:
            adjust.decimals(self.session, count)
