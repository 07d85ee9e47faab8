"""The little list under the padding button: one tick for each key that no query may see."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from attnviz.app.controls import adjust
from attnviz.app.controls.enter_key import EnterKey
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.figures.labels import visible

MOST_ROWS = 12  # then it scrolls
_MOST_MEASURED = 200  # of thousands of labels only the longest ones by letters are measured
_LEAST_WIDTH, _WIDEST = 160, 420  # pixels
_BESIDE = 44  # pixels for the tick and the air around a label

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_ROOT = QModelIndex()


class Keys(QAbstractListModel):
    """The keys by number and label, those hidden as padding ticked; a text is made when it is shown."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self._labels: tuple[str, ...] = ()
        self._hidden: frozenset[int] = frozenset()

    def show_state(self, new: State) -> None:
        """Takes on labels and ticks; the list stays where it is unless it has another length."""
        labels, hidden = new.scenario.key_labels, frozenset(new.scenario.mask.padding)
        if len(labels) != len(self._labels):
            self.beginResetModel()
            self._labels, self._hidden = labels, hidden
            self.endResetModel()
        elif labels is not self._labels or hidden != self._hidden:
            self._labels, self._hidden = labels, hidden
            self.dataChanged.emit(self.index(0), self.index(len(labels) - 1))

    def empty(self) -> None:
        """Lists nothing: a list that nobody sees would still be laid out at each change of style."""
        self.beginResetModel()
        self._labels, self._hidden = (), frozenset()
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """One for each key."""
        return 0 if parent.isValid() else len(self._labels)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Each can be ticked."""
        flags = Qt.ItemFlag
        return flags.ItemIsUserCheckable | flags.ItemIsEnabled | flags.ItemIsSelectable if index.isValid() else flags(0)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """The key's number and label, and whether it is hidden."""
        if not index.isValid():
            return None
        if role == Role.DisplayRole:
            return self.text(index.row())
        if role == Role.CheckStateRole:
            return Qt.CheckState.Checked if index.row() in self._hidden else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """A tick hides the key or shows it again, as one undo step."""
        if not index.isValid() or role != Role.CheckStateRole:
            return False
        adjust.hide_key(self.session, index.row(), Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def text(self, key: int) -> str:
        """The number, and the label where it is another: "3  cat"."""
        label = self._labels[key]
        return f"{key + 1}  {visible(label)}" if label != str(key + 1) else label

    def longest(self) -> list[str]:
        """Texts among which is the widest, or one about as wide."""
        keys = sorted(range(len(self._labels)), key=lambda key: len(self._labels[key]) + len(str(key)))
        return [self.text(key) for key in keys[-_MOST_MEASURED:]]


class KeysView(QListView):
    """The list; Space ticks, as everywhere."""


class PaddingList(QFrame, Watching):
    """A popup of tokens. A ticked key is hidden as padding; each tick is one undo step. Esc closes it."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("mask.padding.popup")
        EnterKey(self)
        self.setAccessibleName("Padding mask")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.keys = Keys(session, self)
        self._row = 0  # where the keyboard was last
        self._list = KeysView(self)
        self._list.setModel(self.keys)
        self._list.setObjectName("mask.padding.list")
        self._list.setAccessibleName("Hidden keys")
        self._list.setUniformItemSizes(True)
        self._list.setSpacing(2)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._all = QPushButton("Show All", self)
        self._all.setObjectName("mask.padding.show_all")
        self._all.setToolTip("Take every tick away")
        self._all.clicked.connect(lambda: adjust.show_all_keys(self.session))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(QLabel("Tick the keys to hide", self))
        column.addWidget(self._list)
        column.addWidget(self._all)
        self.watch(session)
        self.show_state(None, session.state)

    def open_under(self, button: QWidget) -> None:
        """Opens below the button, with the keyboard on the list."""
        self.keys.show_state(self.session.state)
        count = self.keys.rowCount()
        rows = min(count, MOST_ROWS)
        bar = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if rows == count else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self._list.setVerticalScrollBarPolicy(bar)
        pitch = self._list.sizeHintForRow(0) + 2 * self._list.spacing()
        self._list.setFixedHeight(rows * pitch + 2 * self._list.spacing())
        widest = max(map(self._list.fontMetrics().horizontalAdvance, self.keys.longest()))
        self._list.setMinimumWidth(min(max(_LEAST_WIDTH, widest + _BESIDE + 30), _WIDEST))
        self.adjustSize()
        self.move(button.mapToGlobal(QPoint(0, button.height() + 2)))
        self.show()
        self._list.setFocus()
        self._list.setCurrentIndex(self.keys.index(min(self._row, count - 1)))

    def hideEvent(self, event: QHideEvent) -> None:
        """Remembers the row, and lists nothing."""
        super().hideEvent(event)
        self._row = max(self._list.currentIndex().row(), 0)
        self.keys.empty()

    def show_state(self, _old: State | None, new: State) -> None:
        """Lists the keys by number and label and ticks the hidden ones, while it is open."""
        self.keys.session = self.session
        if self.isVisible():
            self.keys.show_state(new)
        self._all.setEnabled(bool(new.scenario.mask.padding))
