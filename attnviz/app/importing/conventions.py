"""The conventions that were guessed, each with its alternatives and its reason, to be changed at once."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.content.importing import Choice
from attnviz.figures.theme import font

MOST_BUTTONS = 3  # options that stand one under the other; more go into a list
SMALLEST_PX = 11
_TEXT_WIDTH = 24.0  # of an option's words, in letters' heights


def small_px(px: int) -> int:
    """The size of reasons and notes beside text of `px` pixels."""
    return max(SMALLEST_PX, px - 2)


class Conventions(QWidget):
    """`chosen(key, value)` fires when a person says a convention. Those that nothing else fits come last."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        px = self.font().pixelSize()
        self._bold, self._small = font(px, bold=True), font(small_px(px))
        self._room = round(_TEXT_WIDTH * px)
        self._shown: tuple[Choice, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_choices(self, choices: Iterable[Choice]) -> None:
        """Shows these; the keyboard stays on the one that it was on."""
        shown = tuple(sorted(choices, key=lambda choice: choice.certain and choice.guessed))
        if shown == self._shown:
            return
        self._shown = shown
        focus = QApplication.focusWidget()
        stood = focus.objectName() if focus is not None and self.isAncestorOf(focus) else ""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        for choice in shown:
            small = choice.certain and choice.guessed
            self._column.addWidget(self._line(choice) if small else self._open(choice))
        if stood:
            self._focus_again(stood)

    def _focus_again(self, name: str) -> None:
        """The keyboard stays with its question, on the answer that now holds."""
        for choice in self._shown:
            own = f"import.convention.{choice.key}"
            if name == own or name.startswith(f"{own}."):
                wanted = self.findChild(QRadioButton, f"{own}.{choice.value}") or self.findChild(QComboBox, own)
                if wanted is not None:
                    wanted.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, choice: Choice) -> QWidget:
        """A question, its answers, and why one of them was taken."""
        box = QWidget(self)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        title = QLabel(choice.title, box)
        title.setFont(self._bold)
        column.addWidget(title)
        if len(choice.options) <= MOST_BUTTONS:
            box.setObjectName(f"import.convention.{choice.key}")
            box.setAccessibleName(choice.title)
            self._add_buttons(column, box, choice)
        else:
            column.addWidget(self._list(choice, box))
        if choice.reason:
            column.addWidget(self._soft(choice.reason if choice.guessed else "As you said.", box))
        return box

    def _line(self, choice: Choice) -> QWidget:
        """One line for what nothing else fits; it can still be changed."""
        box = QWidget(self)
        line = QHBoxLayout(box)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._soft(choice.title, box))
        line.addWidget(self._list(choice, box), 1)
        return box

    def _add_buttons(self, column: QVBoxLayout, box: QWidget, choice: Choice) -> None:
        group = QButtonGroup(box)
        for option in choice.options:
            button = QRadioButton(self._wrapped(option.words).replace("&", "&&"), box)
            button.setObjectName(f"import.convention.{choice.key}.{option.value}")
            button.setAccessibleName(f"{choice.title} {option.words}")
            button.setChecked(option.value == choice.value)
            button.toggled.connect(lambda on, value=option.value: self._say(choice, value) if on else None)
            group.addButton(button)
            column.addWidget(button)

    def _wrapped(self, text: str) -> str:
        """The text in lines that have room: a button does not break them itself."""
        lines: list[str] = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.fontMetrics().horizontalAdvance(longer) > self._room:
                lines.append(word)
            else:
                lines[-1] = longer
        return "\n".join(lines)

    def _list(self, choice: Choice, box: QWidget) -> QComboBox:
        chooser = QComboBox(box)
        chooser.setObjectName(f"import.convention.{choice.key}")
        chooser.setAccessibleName(choice.title)
        chooser.setToolTip(choice.reason)
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        chooser.setMinimumContentsLength(12)
        for option in choice.options:
            chooser.addItem(option.words, option.value)
        chooser.setCurrentIndex(chooser.findData(choice.value))
        chooser.currentIndexChanged.connect(lambda place: self._say(choice, choice.options[place].value))
        return chooser

    def _soft(self, text: str, parent: QWidget) -> QLabel:
        words = QLabel(text, parent)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setFont(self._small)
        words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return words

    def _say(self, choice: Choice, value: str) -> None:
        if value != choice.value:
            self.chosen.emit(choice.key, value)
