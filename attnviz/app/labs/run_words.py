"""What is said of runs, and which switch of a laboratory starts one by a button."""

from __future__ import annotations

from attnviz.labs.parameters import Parameter, Switch, Value, Values
from attnviz.labs.protocol import Lab

STOPPED = "Stopped: the picture shows the values before."
MEASURED = "Stopped: the picture shows what was measured until then."
BEFORE = "before the change"


def button_of(parameters: tuple[Parameter, ...]) -> Switch | None:
    """The switch that is a button: its runs start when it is pressed and at nothing else."""
    return next((own for own in parameters if isinstance(own, Switch) and own.buttons), None)


def is_pressed(parameters: tuple[Parameter, ...], values: Values) -> bool:
    """True while what is shown, or is on its way, is what the button asks for."""
    button = button_of(parameters)
    return button is not None and bool(values[button.name])


def released(parameters: tuple[Parameter, ...], values: dict[str, Value]) -> dict[str, Value]:
    """The values with the button as if it had not been pressed."""
    button = button_of(parameters)
    return values if button is None else {**values, button.name: False}


def waiting_words(parameters: tuple[Parameter, ...], *, shows: bool) -> str:
    """Why nothing runs though a value has changed. shows: whether a picture of the values before is there."""
    button = button_of(parameters)
    press = f"Press {button.buttons[1]}." if button is not None else ""
    return f"Shown are the values before. {press}" if shows else press


def doing_words(lab: Lab, parameters: tuple[Parameter, ...], values: Values, part: float | None = None) -> str:
    """What is being computed, and how much of it is done."""
    button = button_of(parameters)
    if button is not None and is_pressed(parameters, values):
        what = (
            f"{button.title}: each length and way in {values['rounds']} rounds" if "rounds" in values else button.title
        )
    else:
        what = f"Computing {lab.title}"
    return f"{what}…" if part is None else f"{what}: {100 * part:.0f} %"
