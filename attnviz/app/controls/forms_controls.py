"""The controls of the forms panel: a choice, a tick, a number to type and a number to step, each told by the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from attnviz.app.controls.marking import mark
from attnviz.app.controls.undo_keys import NumberBox, is_undo_key

ALL = -1  # of a side of a window: no limit
MOST_KEYS = 9999


class Chooser(QComboBox):
    """One of several kinds. choose: told the kind when a person or a script takes another one than is in force."""

    def __init__(self, name: str, accessible: str, choose: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self._choose = choose
        self._now = ""
        self.currentIndexChanged.connect(self._changed)

    def show_kinds(
        self,
        kinds: Mapping[str, str],
        now: str,
        why_not: str = "",
        tip: str = "",
        each: Mapping[str, str] | None = None,
    ) -> None:
        """Offers the kinds, each with its words, and shows the one in force; why_not disables all of them.

        each: what choosing a kind would do, on hover.
        """
        self._now = now
        if [self.itemData(index) for index in range(self.count())] != list(kinds):
            self.blockSignals(True)  # filling chooses the first kind, which nobody asked for
            self.clear()
            for kind, words in kinds.items():
                self.addItem(words, kind)
            self.blockSignals(False)
        for index, words in enumerate(kinds.values()):
            if self.itemText(index) != words:
                self.setItemText(index, words)
        for kind, told in (each or {}).items():
            self.setItemData(self.findData(kind), told, Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(self.findData(now))
        enable(self, why_not, tip)

    def _changed(self, index: int) -> None:
        kind = self.itemData(index)
        if kind is not None and kind != self._now:
            self._choose(kind)


class Tick(QCheckBox):
    """On or off. turn: told which when a person or a script turns it."""

    def __init__(self, name: str, text: str, accessible: str, turn: Callable[[bool], object], parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self._turn = turn
        self._on = False
        self.toggled.connect(self._changed)

    def show_on(self, on: bool, why_not: str = "", tip: str = "") -> None:
        """Shows whether it is on."""
        self._on = on
        if self.isChecked() != on:
            self.setChecked(on)
        enable(self, why_not, tip)

    def _changed(self, on: bool) -> None:
        if on != self._on:
            self._turn(on)


class Typed(QLineEdit):
    """A number as 10000, 1e4 or 1/2, set when Enter is pressed or the field is left; Esc brings back what is in force.

    put: told the text; True if it was taken. A text that is refused stays, in red, with the reason in the message bar.
    """

    def __init__(self, name: str, accessible: str, put: Callable[[str], bool], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self.setMaxLength(40)
        self._put = put
        self._now = ""
        self.editingFinished.connect(self._finish)
        self.textEdited.connect(lambda _: mark(self, "bad", False))

    def show_number(self, text: str, why_not: str = "", tip: str = "") -> None:
        """Writes the number in force, unless it is there already."""
        if text != self._now or not self.isModified():
            self._write(text)
        enable(self, why_not, tip)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was refused goes with the keyboard."""
        super().focusOutEvent(event)
        self._write(self._now)

    def event(self, event: QEvent) -> bool:
        """Keeps Ctrl+Z for itself only while a text is typed that is not entered yet."""
        if is_undo_key(event) and self.text().strip() == self._now:
            event.ignore()
            return True
        return super().event(event)

    def _finish(self) -> None:
        if self.text().strip() == self._now:
            self._write(self._now)
        elif not self._put(self.text()):
            mark(self, "bad", True)

    def _write(self, text: str) -> None:
        self._now = text
        if self.text() != text:
            self.setText(text)
        self.setModified(False)
        mark(self, "bad", False)


class Side(NumberBox):
    """How many keys of one side a window lets through; "all" below 0. step: told the number, None for all."""

    def __init__(self, name: str, accessible: str, step: Callable[[int | None], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self.setRange(ALL, MOST_KEYS)
        self.setSpecialValueText("all")
        self.setKeyboardTracking(False)
        self._step = step
        self._now = ALL
        self.valueChanged.connect(self._changed)

    def show_side(self, side: int | None, why_not: str = "", tip: str = "") -> None:
        """Shows the number of keys."""
        self._now = ALL if side is None else min(side, MOST_KEYS)
        if self.value() != self._now:
            self.setValue(self._now)
        enable(self, why_not, tip)

    def _changed(self, value: int) -> None:
        if value != self._now:
            self._step(None if value == ALL else value)


def enable(control: QWidget, why_not: str, tip: str) -> None:
    """Enables a control with its tip, or disables it with the reason in its place."""
    if control.isEnabled() == bool(why_not):
        control.setEnabled(not why_not)
    told = why_not or tip or control.accessibleName()
    if control.toolTip() != told:
        control.setToolTip(told)
