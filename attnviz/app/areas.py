"""Which of the columns beside the figures are shown: both, unless a person or the step of a lesson wants less."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject, Signal

from attnviz.app.columns import Columns

SIDES = ("inputs", "inspector")


class Areas(QObject):
    """A person's own choice wins. One made during a lesson lasts as long as the lesson.

    `turned` tells of a change, and `turning` that one begins.
    """

    turning = Signal()
    turned = Signal()

    def __init__(self, columns: Columns, parent: QObject) -> None:
        super().__init__(parent)
        self._columns = columns
        self._chosen: dict[str, bool] = {}
        self._chosen_in_lesson: dict[str, bool] = {}
        self._asked: set[str] = set()
        self._needed: frozenset[str] | None = None

    def toggle(self, name: str) -> None:
        """Shows or hides a column, because somebody said so."""
        self.choose(**{name: not self._columns.shows(name)})

    def choose(self, **shown: bool) -> None:
        """What somebody wants to see, by the names of the columns."""
        (self._chosen if self._needed is None else self._chosen_in_lesson).update(shown)
        self._show()

    def reset(self) -> None:
        """Shows both, as at first."""
        self._chosen, self._chosen_in_lesson = {}, {}
        self.choose(**dict.fromkeys(SIDES, True))

    def need(self, names: Collection[str] | None) -> None:
        """What the step of a lesson needs; None outside lessons."""
        self._asked.clear()
        self._needed = None if names is None else frozenset(names)
        if names is None:
            self._chosen_in_lesson = {}
        self._show()

    def ask(self, name: str) -> None:
        """Shows a column until the step is left, unless it was put away on purpose."""
        if name not in self._asked:
            self._asked.add(name)
            self._show()

    def _shows(self, name: str) -> bool:
        if self._needed is None:
            return self._chosen.get(name, True)
        needed = (name in self._needed or name in self._asked) and self._chosen.get(name, True)
        return self._chosen_in_lesson.get(name, needed)

    def _show(self) -> None:
        if any(self._columns.shows(name) != self._shows(name) for name in SIDES):
            self.turning.emit()
        for name in SIDES:
            self._columns.show_area(name, self._shows(name))
        self.turned.emit()
