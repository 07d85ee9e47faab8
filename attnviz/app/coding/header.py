"""The line over the program: its language, steps through it, copy, save and close."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from attnviz.app.controls.elided_label import ElidedLabel
from attnviz.app.lessons.checks import button
from attnviz.content.code.program import LANGUAGES
from attnviz.figures.theme import font

NAMES = {"numpy": "NumPy", "torch": "PyTorch", "torch-sdpa": "PyTorch SDPA"}
_TOLD = {
    "numpy": "NumPy: one head after the other",
    "torch": "PyTorch: all heads at once, each step written out",
    "torch-sdpa": "PyTorch: by scaled_dot_product_attention",
}
_BUTTONS = (
    ("previous", "◂", "Previous step", "To the line before that computes something (Ctrl+F10)"),
    ("next", "Step ▸", "Next step", "To the next line that computes something: its stage is lit (F10)"),
    ("copy", "Copy", "Copy the program", "The whole program, ready to run"),
    ("save", "Save…", "Save the program", "The whole program as a .py file"),
    ("close", "✕", "Close the code", "Close the code (F12)"),
)


class CodeHeader(QWidget):
    """`language` tells what was chosen; `asked` which button was pressed: previous, next, copy, save or close."""

    language = Signal(str)
    asked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = ElidedLabel(self)
        self._title.setObjectName("code.title")
        self._title.setText("The same as a program")
        self.choice = QComboBox(self)
        self.choice.setObjectName("code.language")
        self.choice.setAccessibleName("Language of the program")
        for place, language in enumerate(LANGUAGES):
            self.choice.addItem(NAMES[language], language)
            self.choice.setItemData(place, _TOLD[language], Qt.ItemDataRole.ToolTipRole)
        self.choice.currentIndexChanged.connect(lambda place: self.language.emit(LANGUAGES[place]))
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 6, 6)
        row.setSpacing(8)
        row.addWidget(self._title, 1)
        row.addWidget(self.choice)
        for name, text, spoken, tip in _BUTTONS:
            made = button(f"code.{name}", text, self)
            made.setAccessibleName(spoken)
            made.setToolTip(tip)
            made.setProperty("flat", name == "close")
            made.clicked.connect(lambda _=False, name=name: self.asked.emit(name))
            self.buttons[name] = made
            row.addWidget(made)

    def show_state(self, px: int, why_not: str) -> None:
        """Wears letters of that size. why_not: the reason why there is no program, "" if there is one."""
        self._title.setFont(font(px, bold=True))
        for name, _, _, tip in _BUTTONS[:-1]:
            self.buttons[name].setEnabled(not why_not)
            self.buttons[name].setToolTip(why_not or tip)
