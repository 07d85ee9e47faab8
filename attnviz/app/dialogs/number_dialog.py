"""Asks for one number, typed as anywhere else, and says while it is typed why it is none."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QVBoxLayout, QWidget

from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.content.numerals import BadNumber, parse_number


class NumberDialog(QDialog):
    """One line to type in; the button works once it holds a number."""

    def __init__(self, title: str, label: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("number")
        self.setWindowTitle(title)
        prompt = QLabel(label, self)
        self._line = QLineEdit(text, self)
        self._line.setObjectName("number.line")
        self._line.setAccessibleName(label)
        self._line.selectAll()
        prompt.setBuddy(self._line)
        self._reason = QLabel(self)
        self._reason.setObjectName("number.reason")
        self._reason.setProperty("bad", True)
        buttons = ActOrCancel("&Set", self)
        self._set = buttons.act
        column = QVBoxLayout(self)
        for widget in (prompt, self._line, self._reason, buttons):
            column.addWidget(widget)
        self._line.textChanged.connect(self._check)
        self._check(text)

    def number(self) -> float:
        """The number that is typed."""
        return parse_number(self._line.text())

    def _check(self, text: str) -> None:
        try:
            parse_number(text)
            reason = ""
        except BadNumber as error:
            reason = str(error)
        self._reason.setText(reason or " ")
        self._set.setEnabled(not reason)
