"""The conventions that were guessed, each with its alternatives and its reason, to be changed at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QPalette
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
SAID = "As you said."
_TEXT_WIDTH = 24.0  # of an option's words, in letters' heights


def small_px(px: int) -> int:
    """The size of reasons and notes beside text of `px` pixels."""
    return max(SMALLEST_PX, px - 2)


class Conventions(QWidget):
    """`chosen(key, value)` fires when a person says a convention. Those that nothing else fits come last."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._questions: list[Convention] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_choices(self, choices: Iterable[Choice]) -> None:
        """Shows these. A question that stays keeps its place and its widgets, and so the keyboard."""
        given = tuple(choices)
        small = {question.choice.key: question.small for question in self._questions}
        small = {choice.key: small.get(choice.key, choice.certain and choice.guessed) for choice in given}
        shown = sorted(given, key=lambda choice: small[choice.key])
        if [question.form for question in self._questions] != [_form(choice, small[choice.key]) for choice in shown]:
            self._make(shown, small)
        for question, choice in zip(self._questions, shown, strict=True):
            question.show_choice(choice)

    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, from top to bottom."""
        return [stop for question in self._questions for stop in question.stops]

    def _make(self, shown: list[Choice], small: Mapping[str, bool]) -> None:
        """Other questions than before; the keyboard goes to the one that it was on."""
        focus = QApplication.focusWidget()
        stood = next((one.choice.key for one in self._questions if focus is not None and one.isAncestorOf(focus)), "")
        for question in self._questions:
            self._column.removeWidget(question)
            question.hide()
            question.setParent(None)
            question.deleteLater()
        self._questions = [Convention(choice, small[choice.key], self) for choice in shown]
        titles = [question.title for question in self._questions if question.small]
        wide = max((title.sizeHint().width() for title in titles), default=0)
        for title in titles:
            title.setFixedWidth(wide)
        for question in self._questions:
            question.said.connect(self.chosen)
            self._column.addWidget(question)
            if question.choice.key == stood:
                question.take_keyboard()


class Convention(QWidget):
    """One question with its answers. small: nothing else fits, so that it takes one line; it can still be changed."""

    said = Signal(str, str)

    def __init__(self, choice: Choice, small: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.small = small
        px = self.font().pixelSize()
        self.choice = choice
        self.form = _form(choice, small)
        self._follows = False
        self._soft_font = font(small_px(px))
        self._room = round(_TEXT_WIDTH * px)
        self._buttons: list[QRadioButton] = []
        self._list: QComboBox | None = None
        self._reason = self._soft("")
        self._reason.setObjectName(f"import.convention.{choice.key}.reason")
        if small:
            line = QHBoxLayout(self)
            line.setContentsMargins(0, 0, 0, 0)
            self.title = self._soft(choice.title)
            self.title.setWordWrap(False)
            line.addWidget(self.title)
            line.addWidget(self._make_list(), 1)
            self._reason.hide()
        else:
            self._arrange(font(px, bold=True))

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops."""
        return [*self._buttons] if self._list is None else [self._list]

    def show_choice(self, choice: Choice) -> None:
        """Shows what holds now, and why."""
        self.choice = choice
        self._follows = True
        for button, option in zip(self._buttons, choice.options, strict=False):
            button.setChecked(option.value == choice.value)
        if self._list is not None:
            self._list.setCurrentIndex(self._list.findData(choice.value))
            self._list.setToolTip(choice.reason)
        self._reason.setText(choice.reason if choice.guessed else SAID)
        self._follows = False

    def take_keyboard(self) -> None:
        """Stands on the answer that holds."""
        chosen = next((button for button in self._buttons if button.isChecked()), None)
        (chosen or self.stops[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self, bold: QFont) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.title = QLabel(self.choice.title, self)
        self.title.setFont(bold)
        column.addWidget(self.title)
        if len(self.choice.options) > MOST_BUTTONS:
            column.addWidget(self._make_list())
        else:
            self.setObjectName(f"import.convention.{self.choice.key}")
            self.setAccessibleName(self.choice.title)
            self._make_buttons(column)
        column.addWidget(self._reason)

    def _make_buttons(self, column: QVBoxLayout) -> None:
        group = QButtonGroup(self)
        for option in self.choice.options:
            button = QRadioButton(self._wrapped(option.words).replace("&", "&&"), self)
            button.setObjectName(f"import.convention.{self.choice.key}.{option.value}")
            button.setAccessibleName(f"{self.choice.title} {option.words}")
            button.setChecked(option.value == self.choice.value)
            button.toggled.connect(lambda on, value=option.value: self._say(value) if on else None)
            group.addButton(button)
            column.addWidget(button)
            self._buttons.append(button)

    def _make_list(self) -> QComboBox:
        made = self._list = QComboBox(self)
        made.setObjectName(f"import.convention.{self.choice.key}")
        made.setAccessibleName(self.choice.title)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        made.setMinimumContentsLength(12)
        for option in self.choice.options:
            made.addItem(option.words, option.value)
        made.setCurrentIndex(made.findData(self.choice.value))
        made.currentIndexChanged.connect(lambda place: self._say(str(made.itemData(place))))
        return made

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

    def _soft(self, text: str) -> QLabel:
        words = QLabel(text, self)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setFont(self._soft_font)
        words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return words

    def _say(self, value: str) -> None:
        if not self._follows and value != self.choice.value:
            self.said.emit(self.choice.key, value)


def _form(choice: Choice, small: bool) -> tuple[object, ...]:
    """What of a question its widgets are made of; the rest changes in place."""
    return choice.key, choice.title, choice.options, small
