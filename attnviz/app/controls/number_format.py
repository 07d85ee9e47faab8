"""Says in which format numbers are, and what the other one would cost; there where that is a question."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from attnviz.app.controls.commands import Commands
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.numerals import grouped
from attnviz.engine.amounts import NARROW
from attnviz.engine.scenario import Scenario

_MB = 1_000_000
SENTENCES = {
    "float64": "Sixteen digits. With thousands of tokens it takes twice the memory and about twice the time of float32",
    "float32": "Seven digits, and half the memory: what is usual for large inputs given in float32",
}


class FormatButton(QToolButton, Watching):
    """ "float32" in the toolbar, or "float64" where so many numbers could be float32; with a list of both formats."""

    def __init__(self, commands: Commands, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("control.format")
        self.setAccessibleName("Number format")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        commands.fill(menu, "float64 float32")
        self.setMenu(menu)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Comes and goes with the format; its words follow the sizes."""
        scenario = new.scenario
        if old is not None and (old.scenario.dtype, old.scenario.sizes) == (scenario.dtype, scenario.sizes):
            return
        self.setText(scenario.dtype)
        self.setVisible(scenario.dtype == "float32" or _scores(scenario) >= NARROW)
        words = what_it_costs(scenario)
        self.setToolTip(words)
        self.setAccessibleDescription(words)


def what_it_costs(scenario: Scenario) -> str:
    """How many digits the numbers have, and what more or fewer would cost or save."""
    size, scores = scenario.sizes, _scores(scenario)
    narrow = scenario.dtype == "float32"
    digits = f"Numbers have {'seven' if narrow else 'sixteen'} digits"
    if scores < NARROW:
        return f"{digits}, as the scenario says. Choose {'float64 for sixteen' if narrow else 'float32 for seven'}."
    step = round(scores * 4 / _MB)
    this, other = (step, 2 * step) if narrow else (2 * step, step)
    rest = "In float64 it takes {} MB and about twice the time." if narrow else "In float32 it takes half: {} MB."
    return (
        f"{digits}: with {grouped(size.T)} × {grouped(size.S)} scores a head, each step takes {grouped(this)} MB. "
        + rest.format(grouped(other))
    )


def _scores(scenario: Scenario) -> int:
    return scenario.sizes.T * scenario.sizes.S
