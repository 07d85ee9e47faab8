"""Says that numbers are float32, why, and what float64 would cost; there while that is so."""

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
    """ "float32" in the toolbar, with a list of both formats."""

    def __init__(self, commands: Commands, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("control.format")
        self.setAccessibleName("Number format")
        self.setText("float32")
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
        self.setVisible(scenario.dtype == "float32")
        words = why_float32(scenario)
        self.setToolTip(words)
        self.setAccessibleDescription(words)


def why_float32(scenario: Scenario) -> str:
    """Why numbers are float32, and what float64 would cost."""
    size = scenario.sizes
    scores = size.T * size.S
    if scores < NARROW:
        return "Numbers have seven digits, as the scenario says. Choose float64 for sixteen."
    step = round(scores * 4 / _MB)
    return (
        f"Numbers have seven digits: with {grouped(size.T)} × {grouped(size.S)} scores a head, each step takes "
        f"{grouped(step)} MB. In float64 it takes {grouped(2 * step)} MB and about twice the time."
    )
