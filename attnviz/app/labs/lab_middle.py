"""What a laboratory shows beside its controls: the line of its steps, the page of exhibits, and what it says."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from attnviz.app.labs.facts_view import FactsView
from attnviz.app.labs.lab_frame import Drawn, drawn_result
from attnviz.app.labs.lab_page import LabPage
from attnviz.app.labs.step_bar import StepBar
from attnviz.figures.theme import Theme
from attnviz.figures.view import View
from attnviz.labs.parameters import Parameter, Values
from attnviz.labs.protocol import Result

Moves = Callable[[], bool]  # whether a person wants things to move by themselves


def always() -> bool:
    """Who was not asked does not mind."""
    return True


class LabMiddle(QFrame):
    """The signals are those of the page and of the line of steps.

    scrolls: whether a page does, or else shrinks. busy: whether a result is on its way.
    """

    wanted = Signal(str, object)
    taken = Signal(str)
    menu_asked = Signal(object)

    def __init__(self, parent: QWidget, *, scrolls: bool, moves: Moves, busy: Callable[[], bool]) -> None:
        super().__init__(parent)
        self.setObjectName("lab.middle")
        self.setProperty("part", "column")
        self.steps = StepBar(moves, busy, self)
        self.page = LabPage(scrolls=scrolls)
        self.facts = FactsView()
        self._names: tuple[str, ...] = ()
        self._drawn: Drawn | None = None
        self._settles = QTimer(self)
        self._settles.setSingleShot(True)
        self._settles.setInterval(0)  # once all of it has its size
        self._settles.timeout.connect(self._settle)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.steps)
        column.addWidget(self.page, 1)
        column.addWidget(self.facts)
        self.steps.wanted.connect(self.wanted)
        self.page.wanted.connect(self.wanted)
        self.page.taken.connect(self.taken)
        self.page.menu_asked.connect(self.menu_asked)
        self.page.shrank.connect(self.facts.give_way)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another width, as with controls beside it, all finds its place as if it had always been so wide."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._settles.start()

    def _settle(self) -> None:
        self.facts.come_back()
        self._column.activate()
        self.page.arrange_anew()

    def show_result(
        self, result: Result, view: View, look: Theme, px: int, parameters: tuple[Parameter, ...], values: Values
    ) -> None:
        """Shows all of a result, its words in letters of that height."""
        names = tuple(exhibit.name for exhibit in result.exhibits)
        if names != self._names:
            self._names = names
            self._settles.start()
            if not self.isVisible():
                self.page.wait_for_room()
        told = result.facts, result.numbers, view.decimals
        self.facts.show_facts(*told, look, px, result.longest, names)
        self.steps.show_result(result, look, px)
        if self._drawn is None or not self._drawn.is_of(result, view):
            self._drawn = drawn_result(result, view)
        one = self._drawn
        self.page.show_drawings(one.drawings, look, parameters, values, one.widest, one.leaves)

    def show_sentence(self, text: str, look: Theme) -> None:
        """Shows a sentence in place of what there was."""
        self._drawn = None
        self.facts.clear_facts()
        self.steps.hide()
        self.page.show_sentence(text, look)

    def set_old(self, old: bool) -> None:
        """Marks all as of values that no longer hold, or takes that back."""
        self.page.set_old(old)
        self.facts.set_old(old)
