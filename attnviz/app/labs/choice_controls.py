"""Controls of choices, switches and runs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.labs.parameters import Choice, Switch, Value

_LISTED_FROM = 6  # options: so many are seen at once in a list rather than behind a box


class WholeList(QListWidget):
    """As high as its lines are together, in whatever letters it has."""

    def show_whole(self) -> None:
        """Makes room for all lines."""
        self.setFixedHeight(self.sizeHintForRow(0) * self.count() + 2 * self.frameWidth() + 2)

    def changeEvent(self, event: QEvent) -> None:
        """Other letters have higher lines."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self.count():
            self.show_whole()


class ChoiceControl(QWidget):
    """One of several: behind a box, or all in sight where there are many."""

    wanted = Signal(str, object)

    def __init__(self, parameter: Choice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameter = parameter
        self._shows = False
        listed = len(parameter.options) >= _LISTED_FROM
        self.box: QComboBox | QListWidget = self._list() if listed else self._combo()
        self.box.setObjectName(f"lab.{parameter.name}")
        self.box.setAccessibleName(parameter.title)
        label = QLabel(parameter.title, self)
        label.setBuddy(self.box)
        layout = QVBoxLayout(self) if listed else QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4 if listed else 8)
        layout.addWidget(label, 0 if listed else 1)
        layout.addWidget(self.box)

    def show_value(self, value: Value) -> None:
        """Shows what is chosen now."""
        place = next(i for i, option in enumerate(self._parameter.options) if option.value == value)
        self._shows = True
        if isinstance(self.box, QComboBox):
            self.box.setCurrentIndex(place)
        else:
            self.box.setCurrentRow(place)
        self._shows = False

    def refuse(self, reason: str) -> None:
        """Says on hover why the last choice could not be had."""
        self.box.setToolTip(reason or self._parameter.title)

    def _combo(self) -> QComboBox:
        box = QComboBox(self)
        for place, option in enumerate(self._parameter.options):
            box.addItem(option.title, option.value)
            box.setItemData(place, option.sentence or option.title, Qt.ItemDataRole.ToolTipRole)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.currentIndexChanged.connect(self._choose)
        return box

    def _list(self) -> QListWidget:
        box = WholeList(self)
        for option in self._parameter.options:
            item = QListWidgetItem(option.title)
            item.setToolTip(option.sentence or option.title)
            box.addItem(item)
        box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box.setWordWrap(True)
        box.show_whole()
        box.currentRowChanged.connect(self._choose)
        return box

    def _choose(self, place: int) -> None:
        if not self._shows and place >= 0:
            self.wanted.emit(self._parameter.name, self._parameter.options[place].value)


class SwitchControl(QWidget):
    """On or off."""

    wanted = Signal(str, object)

    def __init__(self, parameter: Switch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameter = parameter
        self._shows = False
        self.box = QCheckBox(parameter.title, self)
        self.box.setObjectName(f"lab.{parameter.name}")
        self.box.setAccessibleName(parameter.title)
        self.box.setToolTip(parameter.sentence or parameter.title)
        self.box.toggled.connect(self._want)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.box)

    def show_value(self, value: Value) -> None:
        """Shows whether it is on."""
        self._shows = True
        self.box.setChecked(bool(value))
        self._shows = False

    def refuse(self, reason: str) -> None:
        """Says on hover why it cannot be turned."""
        self.box.setToolTip(reason or self._parameter.sentence or self._parameter.title)

    def _want(self, on: bool) -> None:
        if not self._shows:
            self.wanted.emit(self._parameter.name, on)


class RunControl(QWidget):
    """A run that a person starts, starts again, and leaves: no tick that works for a minute."""

    wanted = Signal(str, object)

    def __init__(self, parameter: Switch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameter = parameter
        self.start = self._button(f"lab.{parameter.name}", parameter.sentence, True)
        self.back = self._button(f"lab.{parameter.name}.back", "", False)
        self.back.setText(parameter.buttons[2])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.start)
        layout.addWidget(self.back)
        layout.addStretch(1)
        self.show_value(False)

    def show_value(self, value: Value) -> None:
        """Says whether it is started or started again."""
        self.start.setText(self._parameter.buttons[bool(value)])
        self.start.setAccessibleName(self.start.text())
        self.back.setVisible(bool(value))

    def refuse(self, reason: str) -> None:
        """Says on hover why it cannot be started."""
        self.start.setToolTip(reason or self._parameter.sentence)

    def _button(self, name: str, tip: str, on: bool) -> QPushButton:
        button = QPushButton(self)
        button.setObjectName(name)
        button.setAccessibleName(self._parameter.buttons[2])
        button.setToolTip(tip)
        button.clicked.connect(lambda: self.wanted.emit(self._parameter.name, on))
        return button
