"""The controls of a laboratory, one for each of its parameters."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.app.labs.choice_controls import ChoiceControl, RunControl, SwitchControl
from attnviz.app.labs.grid_control import GridControl
from attnviz.app.labs.number_controls import NumberControl, WholeControl
from attnviz.app.labs.toggle_grid import ToggleGrid
from attnviz.engine.errors import AttentionError
from attnviz.figures.theme import Theme
from attnviz.labs.parameters import Choice, Grid, Number, Parameter, Switch, Value, Values, Whole

Control = NumberControl | WholeControl | ChoiceControl | SwitchControl | RunControl | GridControl | ToggleGrid
_APART = 12


class LabControls(QWidget):
    """`wanted(name, value)` carries what a person asks for; nothing changes here until `show_values` says so."""

    wanted = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._made_for: tuple[object, ...] = ()
        self._controls: dict[str, Control] = {}
        self._settled: frozenset[str] = frozenset()  # those with one value only
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_APART)

    def offer(self, parameters: tuple[Parameter, ...], look: Theme) -> None:
        """Makes a control of each parameter; those that are there already for the same ones stay."""
        made_for = tuple(map(_signature, parameters))
        if made_for != self._made_for:
            for control in self._controls.values():
                self._column.removeWidget(control)
                control.hide()
                control.deleteLater()
            self._controls = {parameter.name: self._made(parameter) for parameter in parameters}
            self._made_for = made_for
            self._settled = frozenset(
                own.name for own in parameters if isinstance(own, Whole) and own.high - own.low <= bool(own.lowest)
            )
        self.wear(look)

    def are_of(self, parameters: tuple[Parameter, ...]) -> bool:
        """True unless others are still here, which may tell what was typed in them as they go."""
        return tuple(map(_signature, parameters)) == self._made_for

    def show_values(
        self, values: Values, idle: frozenset[str] = frozenset(), last: Mapping[str, int] | None = None
    ) -> None:
        """Shows the values that hold now; what leaves nothing to choose, or is idle with them, is not shown.

        last: how far whole numbers go while they hold.
        """
        for name, control in self._controls.items():
            if isinstance(control, WholeControl):
                control.end_at((last or {}).get(name))
            control.show_value(values[name])
            control.setVisible(name not in idle | self._settled)

    def accepted(self, parameter: Parameter, value: Value) -> Value | None:
        """The value as the parameter takes it; None where it does not, and then its control says why."""
        try:
            found = parameter.accept(value)
        except AttentionError as error:
            self.refuse(parameter.name, str(error))
            return None
        self.refuse(parameter.name, "")
        return found

    def refuse(self, name: str, reason: str) -> None:
        """Says beside its control why a value could not be had; "" takes that back."""
        self._controls[name].refuse(reason)

    def named(self, names: frozenset[str]) -> list[Control]:
        """The controls of those names, from above."""
        return [control for name, control in self._controls.items() if name in names]

    def wear(self, look: Theme) -> None:
        """Lets painted controls take on a theme, and fields the width of their letters."""
        for control in self._controls.values():
            if isinstance(control, ToggleGrid):
                control.wear(look)
            elif isinstance(control, NumberControl | WholeControl):
                control.fit_letters()

    def _made(self, parameter: Parameter) -> Control:
        control = _control_of(parameter, self)
        control.wanted.connect(self.wanted)
        self._column.addWidget(control)
        return control


def _control_of(parameter: Parameter, parent: QWidget) -> Control:
    match parameter:
        case Number():
            return NumberControl(parameter, parent)
        case Whole():
            return WholeControl(parameter, parent)
        case Choice():
            return ChoiceControl(parameter, parent)
        case Switch() if parameter.buttons:
            return RunControl(parameter, parent)
        case Switch():
            return SwitchControl(parameter, parent)
        case Grid(toggles=True):
            return ToggleGrid(parameter, parent)
        case _:
            return GridControl(parameter, parent)


def _signature(parameter: Parameter) -> tuple[object, ...]:
    """All of a parameter that its control depends on."""
    if isinstance(parameter, Grid):
        shown = parameter.row_labels, parameter.column_labels, parameter.min_rows, parameter.max_rows
        return "grid", parameter.name, parameter.title, parameter.default.shape, *shown, parameter.toggles
    fields = vars(parameter)
    return type(parameter).__name__, *(fields[name] for name in fields if name != "default")
