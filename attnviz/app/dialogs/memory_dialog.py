"""Asks how much memory large results may take."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.engine.budget import usual_budget

LEAST, MOST = 50, 64_000  # MB
_MB = 1_000_000
_WORDS = (
    "Large results are kept in memory up to this limit. Those not looked at for longest are dropped "
    "and computed again when needed."
)


@dataclass(frozen=True)
class Memory:
    """In MB; None is the automatic choice."""

    megabytes: int | None


class MemoryDialog(QDialog):
    """Automatic, or a number of megabytes."""

    def __init__(self, now: int | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("memory")
        self.setWindowTitle("Memory for Large Results")
        usual = max(LEAST, usual_budget() // _MB)
        words = QLabel(_WORDS, self)
        words.setWordWrap(True)
        self.automatic = QRadioButton(f"&Automatic: {usual} MB at present", self)
        self.automatic.setObjectName("memory.automatic")
        self.own = QRadioButton("At &most", self)
        self.own.setObjectName("memory.own")
        self.box = QSpinBox(self)
        self.box.setObjectName("memory.megabytes")
        self.box.setAccessibleName("Megabytes")
        self.box.setRange(LEAST, MOST)
        self.box.setSingleStep(50)
        self.box.setSuffix(" MB")
        self.box.setValue(usual if now is None else now)
        self.box.valueChanged.connect(lambda _: self.own.setChecked(True))
        (self.automatic if now is None else self.own).setChecked(True)
        buttons = ActOrCancel("&Set", self)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(self.automatic)
        own = QHBoxLayout()
        column.addLayout(own)
        own.addWidget(self.own)
        own.addWidget(self.box)
        own.addStretch(1)
        column.addWidget(buttons)

    def choice(self) -> Memory:
        """What is chosen."""
        return Memory(None if self.automatic.isChecked() else self.box.value())
