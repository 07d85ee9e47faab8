"""The line above the room: a sentence to be computed, what it is computed with, what is being done, and the way out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from attnviz.app.sources.about import about
from attnviz.content.sources.source import Source

HINT = "Type a sentence, then Enter"


class SentenceBar(QWidget):
    """`entered(text)` asks for a sentence, `open_asked` for a file, `begin_asked` for a beginning without a
    source, `left` for the way out, `unfolded(on)` to have tokens in sight where they are folded away."""

    entered = Signal(str)
    open_asked = Signal()
    begin_asked = Signal()
    left = Signal()
    unfolded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.bar")
        self._unfolded = False
        self.label = QLabel("&Sentence", self)
        self.edit = QLineEdit(self)
        self.edit.setObjectName("source.sentence")
        self.edit.setAccessibleName("Sentence")
        self.edit.setPlaceholderText(HINT)
        self.edit.setMaxLength(4000)
        self.edit.setClearButtonEnabled(False)
        self.label.setBuddy(self.edit)
        self.compute = self._button("source.compute", "Compute", "Compute every layer for this sentence (Enter)")
        self.title = QLabel(self)
        self.title.setObjectName("source.title")
        self.title.setProperty("part", "soft")
        self.title.setWordWrap(True)
        self.more = self._button("source.more", "Tokens ▾", "Tokens that can be hidden")
        self.more.clicked.connect(lambda: self.unfolded.emit(not self._unfolded))
        self.open = self._button("source.open_file", "&Open File…", "Open a saved attention tensor or a checkpoint")
        self.begin = self._button("source.begin", "&New Sentence", "Puts this away and begins with a sentence")
        self.begin.clicked.connect(self.begin_asked)
        self.back = self._button("source.back", "Leave", "Back to the board")
        self.edit.returnPressed.connect(self._enter)
        self.compute.clicked.connect(self._enter)
        self.open.clicked.connect(self.open_asked)
        self.back.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 4)
        row.setSpacing(8)
        row.addWidget(self.label)
        row.addWidget(self.edit, 1)
        row.addWidget(self.compute)
        row.addWidget(self.more)
        row.addWidget(self.title)
        row.addWidget(self.begin)
        row.addWidget(self.open)
        row.addWidget(self.back)

    def show_fold(self, seen: bool, *, unfolded: bool, hidden: int, of_file: bool) -> None:
        """Whether tokens, and the settings of a file, can be folded away, and whether they are."""
        self._unfolded = unfolded
        self.more.setVisible(seen)
        what = "Tokens, File" if of_file else "Tokens"
        text = f"{what}: {hidden} hidden" if hidden else what
        self.more.setText(f"{text} {'▴' if unfolded else '▾'}")

    def show_source(self, source: Source | None, *, speaks: bool, words: str = "") -> None:
        """Shows what is beside the document. speaks: it takes a sentence. words: what is being done, in
        place of its name. A sentence that is being typed is left alone.
        """
        for widget in (self.label, self.edit, self.compute):
            widget.setVisible(speaks)
        wide = QSizePolicy.Policy.Preferred if speaks else QSizePolicy.Policy.Expanding
        self.title.setSizePolicy(wide, QSizePolicy.Policy.Preferred)
        text = "" if source is None else source.text
        if text and not self.edit.hasFocus() and self.edit.text() != text:
            self.edit.setText(text)
        self.title.setWordWrap(not speaks)
        self.title.setText(words or about(source))

    def _enter(self) -> None:
        text = self.edit.text().strip()
        if text:
            self.entered.emit(text)

    def _button(self, name: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(tip)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button
