"""Goes to a query or key of a large map: by its number or its token, chosen among all that match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.app.dialogs.match_lines import Matches, MatchLines
from attnviz.app.dialogs.token_search import found
from attnviz.engine.scenario import Scenario

Side = Literal["query", "key", "both"]
_UP_DOWN = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True)
class Going:
    """Where to go: to a query's row, a key's column, or both where queries and keys are the same tokens."""

    side: Side
    place: int


class TokenDialog(QDialog):
    """One line to type in, the matches under it, and whether a query or a key is meant. Enter goes to the match."""

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("go_to_token")
        self.setWindowTitle("Go to Token")
        self._scenario = scenario
        alike = scenario.query_labels == scenario.key_labels
        self.line = QLineEdit(self)
        self.line.setObjectName("go_to_token.line")
        self.line.setAccessibleName("Number or token")
        self.line.setPlaceholderText("A number, or a token")
        self.line.installEventFilter(self)
        self.sides: dict[Side, QRadioButton] = {}
        wordings: tuple[tuple[Side, str], ...] = (("query", "&Query, a row"), ("key", "&Key, a column"))
        for side, text in (*wordings, *((("both", "&Both"),) if alike else ())):
            choice = self.sides[side] = QRadioButton(text, self)
            choice.setObjectName(f"go_to_token.{side}")
            choice.toggled.connect(self._look)
        self.matches = Matches(self)
        self.list = QListView(self)
        self.list.setObjectName("go_to_token.matches")
        self.list.setAccessibleName("Matches")
        self.list.setUniformItemSizes(True)
        self.list.setModel(self.matches)
        self.list.setItemDelegate(MatchLines(self.matches))
        self.list.doubleClicked.connect(self.accept)
        self.words = QLabel(self)
        self.words.setObjectName("go_to_token.words")
        self.words.setProperty("part", "soft")
        buttons = ActOrCancel("&Go", self)
        self._go = buttons.act
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        sides = QHBoxLayout()
        column.addLayout(sides)
        for choice in self.sides.values():
            sides.addWidget(choice)
        sides.addStretch(1)
        column.addWidget(self.list, 1)
        column.addWidget(self.words)
        column.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(32 * unit, 30 * unit)
        self.line.textChanged.connect(self._look)
        farther: Side = "key" if scenario.sizes.T == 1 else "query"  # to a single query nobody has to go
        self.sides["both" if alike else farther].setChecked(True)
        self._look()

    def choice(self) -> Going | None:
        """Where to go, None where nothing matches."""
        row = self.list.currentIndex().row()
        return Going(self._side, self.matches.places[row]) if 0 <= row < len(self.matches.places) else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow and page keys walk through the matches while one types."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if watched is self.line and pressed and isinstance(event, QKeyEvent) and event.key() in _UP_DOWN:
            self.list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    @property
    def _side(self) -> Side:
        return next((side for side, choice in self.sides.items() if choice.isChecked()), "query")

    def _look(self) -> None:
        labels = self._scenario.key_labels if self._side == "key" else self._scenario.query_labels
        places = found(self.line.text(), labels)
        self.matches.show(places, labels)
        if places:
            self.list.setCurrentIndex(self.matches.index(0))
        self._go.setEnabled(bool(places))
        count = f"{len(places)} of {len(labels)}"
        self.words.setText(count if places else f"None of the {len(labels)} matches. Type a number or a token.")
