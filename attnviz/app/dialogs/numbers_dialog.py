"""Export Numbers…: any stage or input as CSV, TSV or JSON, with the first lines in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.session import State
from attnviz.content.tables import stage_table
from attnviz.engine.errors import AttentionError
from attnviz.engine.stages import BY_NAME
from attnviz.figures.theme import font
from attnviz.figures.veil import refuse_veiled

NumbersFormat = Literal["csv", "tsv", "json"]
FORMATS: dict[NumbersFormat, str] = {
    "csv": "CSV (commas)",
    "tsv": "TSV (tabs, for spreadsheets)",
    "json": "JSON (full precision)",
}
MOST_SHOWN = 2000  # letters of the preview


@dataclass(frozen=True)
class NumbersChoice:
    """A stage or input, the head it is taken from, and the format of its file."""

    stage: str
    head: int | None
    format: NumbersFormat

    @property
    def name(self) -> str:
        """What the file is called unless somebody chooses otherwise."""
        return self.stage if self.head is None else f"{self.stage}-head-{self.head + 1}"

    def bytes_of(self, state: State) -> bytes:
        """The content of the file. Raises AttentionError where the numbers do not exist or are not to be shown."""
        refuse_veiled(state.trace, state.view.veil, self.stage, self.head)
        table = stage_table(state.trace, self.stage, self.head)
        return str(getattr(table, self.format)()).encode()


class NumbersDialog(QDialog):
    """Stage, head and format; the preview is what the file will hold."""

    def __init__(self, state: State, stage: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export_numbers")
        self.setWindowTitle("Export Numbers")
        self._state = state
        self._stage = self._box("export_numbers.stage", "Stage")
        for name in stages_of(state):
            self._stage.addItem(title_of(name), name)
        self._stage.setCurrentIndex(max(0, self._stage.findData(stage)))
        self._head = self._box("export_numbers.head", "Head")
        for head in range(state.scenario.sizes.heads):
            self._head.addItem(f"Head {head + 1}", head)
        self._head.setCurrentIndex(state.selection.head)
        self._format = self._box("export_numbers.format", "Format")
        for name, words in FORMATS.items():
            self._format.addItem(words, name)
        self._preview = QPlainTextEdit(self)
        self._preview.setObjectName("export_numbers.preview")
        self._preview.setAccessibleName("Preview")
        self._preview.setReadOnly(True)
        self._preview.setTabChangesFocus(True)
        self._preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._preview.setFont(font(self.font().pixelSize(), monospaced=True))
        buttons = QDialogButtonBox(self)
        self._export = buttons.addButton("&Export…", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("&Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        for box in (self._stage, self._head, self._format):
            form.addRow(box.accessibleName(), box)
            box.currentIndexChanged.connect(self._show)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._preview, 1)
        column.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(36 * unit, 28 * unit)
        self._show()

    def choice(self) -> NumbersChoice:
        """What was chosen."""
        stage = str(self._stage.currentData())
        per_head = is_per_head(stage, self._state)
        head = int(self._head.currentData()) if per_head else None
        return NumbersChoice(stage, head, cast("NumbersFormat", self._format.currentData()))

    def _box(self, name: str, accessible: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(accessible)
        return box

    def _show(self) -> None:
        choice = self.choice()
        self._head.setEnabled(choice.head is not None)
        try:
            text = choice.bytes_of(self._state).decode()
            possible = True
        except AttentionError as error:
            text, possible = str(error), False
        self._preview.setPlainText(text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "\n…")
        self._export.setEnabled(possible)


def stages_of(state: State) -> tuple[str, ...]:
    """Every input and stage of this scenario, inputs first, in reading order."""
    stages = state.trace.stages
    inputs = tuple(name for name, _ in state.scenario.inputs.items() if name not in stages)
    bias = () if state.scenario.bias is None else ("bias",)
    return (*inputs, *bias, *stages)


def title_of(name: str) -> str:
    """A stage's title, or an input's own name."""
    return BY_NAME[name].title if name in BY_NAME else name


def is_per_head(name: str, state: State) -> bool:
    """True if each head has numbers of its own there."""
    if name == "bias":
        return state.scenario.bias is not None and state.scenario.bias.ndim == 3
    return name in state.trace.stages and BY_NAME[name].per_head
