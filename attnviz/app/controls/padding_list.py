"""The little list under the padding button: one tick for each key that no query may see."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from attnviz.app.controls import adjust
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.figures.labels import visible

MOST_ROWS = 12  # then it scrolls


class PaddingList(QFrame, Watching):
    """A popup of tokens. A ticked key is hidden as padding; each tick is one undo step. Esc closes it."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("mask.padding.popup")
        self.setAccessibleName("Padding mask")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._list = QListWidget(self)
        self._list.setObjectName("mask.padding.list")
        self._list.setAccessibleName("Hidden keys")
        self._list.setUniformItemSizes(True)
        self._list.setSpacing(2)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.itemChanged.connect(self._ticked)
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
        rows = min(self._list.count(), MOST_ROWS)
        few = rows == self._list.count()
        bar = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if few else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self._list.setVerticalScrollBarPolicy(bar)
        pitch = self._list.sizeHintForRow(0) + 2 * self._list.spacing()
        self._list.setFixedHeight(rows * pitch + 2 * self._list.spacing())
        self._list.setMinimumWidth(max(160, self._list.sizeHintForColumn(0) + 30))
        self.adjustSize()
        self.move(button.mapToGlobal(QPoint(0, button.height() + 2)))
        self.show()
        self._list.setFocus()
        if self._list.currentRow() < 0:
            self._list.setCurrentRow(0)

    def show_state(self, old: State | None, new: State) -> None:
        """Lists the keys by number and label and ticks the hidden ones."""
        labels, hidden = new.scenario.key_labels, new.scenario.mask.padding
        if old is not None and (old.scenario.key_labels, old.scenario.mask.padding) == (labels, hidden):
            return
        while self._list.count() > len(labels):
            self._list.takeItem(self._list.count() - 1)
        while self._list.count() < len(labels):
            item = QListWidgetItem()
            item.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self._list.addItem(item)
        for key, label in enumerate(labels):
            item = self._list.item(key)
            text = f"{key + 1}  {visible(label)}" if label != str(key + 1) else label
            wanted = Qt.CheckState.Checked if key in hidden else Qt.CheckState.Unchecked
            if item.checkState() != wanted:  # before the text, so that _ticked never sees an old tick
                item.setCheckState(wanted)
            if item.text() != text:
                item.setText(text)
        self._all.setEnabled(bool(hidden))

    def _ticked(self, item: QListWidgetItem) -> None:
        # Also comes when an item gets its text or its tick from the state; hide_key then finds nothing to change.
        key = self._list.row(item)
        if key < len(self.session.state.scenario.key_labels):
            adjust.hide_key(self.session, key, item.checkState() == Qt.CheckState.Checked)
