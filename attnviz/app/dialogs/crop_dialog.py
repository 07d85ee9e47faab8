"""Asks for the rows and columns of a large map that are to be seen, by number or by token."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.app.dialogs.token_search import place_of
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.engine.scenario import Scenario
from attnviz.figures.viewport import LEAST, Viewport

_BOTH = re.compile(r"\s*([0-9]+)\s*[-–−]\s*([0-9]+)\s*")  # as `attnviz render --rows` takes them
_LEAST = f"Fewer than {LEAST:.0f} are shown with their neighbours."


@dataclass(frozen=True)
class Crop:
    """Rows and columns, half-open ranges from 0. along: columns of a map that are no keys, None if not asked for."""

    rows: tuple[int, int]
    columns: tuple[int, int]
    along: tuple[int, int] | None = None


class CropDialog(QDialog):
    """From and to, for queries and for keys; the button works once all are places.

    wide: how many columns a map has that are no keys, and which of them are seen; they are asked for too.
    """

    def __init__(
        self,
        scenario: Scenario,
        part: Viewport,
        parent: QWidget | None = None,
        wide: tuple[int, tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("crop")
        self.setWindowTitle("Show Rows and Columns")
        self._labels = {"queries": scenario.query_labels, "keys": scenario.key_labels}
        asked = [("queries", "&Queries, the rows", part.seen_rows), ("keys", "&Keys, the columns", part.seen_columns)]
        if wide is not None:
            self._labels["columns"] = tuple(map(str, range(1, wide[0] + 1)))
            plain = [(word, f"&{word.capitalize()}", ends) for word, _, ends in asked]
            asked = [*plain, ("columns", "&Columns of this map", wide[1])]
        self._asked = len(asked)
        self.lines: dict[str, tuple[QLineEdit, QLineEdit]] = {}
        column_of_all = QVBoxLayout(self)
        grid = QGridLayout()
        column_of_all.addLayout(grid)
        for row, (word, title, ends) in enumerate(asked):
            first = self._line(word, "first", ends[0] + 1)
            last = self._line(word, "last", ends[1])
            label = QLabel(title, self)
            label.setBuddy(first)
            for column, widget in enumerate((label, first, QLabel("to", self), last)):
                grid.addWidget(widget, row, column)
            self.lines[word] = first, last
        self._reason = QLabel(self)
        self._reason.setObjectName("crop.reason")
        self._reason.setProperty("bad", True)
        hint = QLabel(f"A number, a token, or both ends as 2000-2011. Only what is seen changes.\n{_LEAST}", self)
        hint.setObjectName("crop.hint")
        hint.setProperty("part", "soft")
        buttons = ActOrCancel("&Show", self)
        self._crop = buttons.act
        for widget in (hint, self._reason, buttons):
            column_of_all.addWidget(widget)
        self.lines["queries"][0].selectAll()
        self._check()

    def choice(self) -> Crop:
        """The rows and columns as typed. Raises FieldError where a line names no place."""
        along = self._ends("columns") if "columns" in self._labels else None
        return Crop(self._ends("queries"), self._ends("keys"), along)

    def _line(self, word: str, which: str, number: int) -> QLineEdit:
        line = QLineEdit(str(number), self)
        line.setObjectName(f"crop.{word}.{which}")
        line.setAccessibleName(f"{which.capitalize()} of the {word}: number or token")
        line.textChanged.connect(self._check)
        return line

    def _ends(self, word: str) -> tuple[int, int]:
        texts = self._both(word) or tuple(line.text() for line in self.lines[word])
        first, last = (place_of(text, self._labels[word], word) for text in texts)
        if last < first:
            raise FieldError(f"The last of the {word} stands before the first. Exchange them.", Where(word))
        return first, last + 1

    def _both(self, word: str) -> tuple[str, ...]:
        """Both ends where the first line names them; nothing where it names one, or a token is called so."""
        text = self.lines[word][0].text()
        found = None if text.strip() in self._labels[word] else _BOTH.fullmatch(text)
        return () if found is None else found.groups()

    def _check(self) -> None:
        if len(self.lines) < self._asked:
            return
        for word, (_, last) in self.lines.items():
            last.setEnabled(not self._both(word))
        try:
            self.choice()
            reason = ""
        except AttentionError as error:
            reason = str(error)
        self._reason.setText(reason or " ")
        self._crop.setEnabled(not reason)
