"""Export Numbers…: any stage or input, or all of them, as CSV, TSV, JSON or NPZ, with the first lines in sight."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import IO, Literal, cast

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.computing import takes_long
from attnviz.app.controls.drop_down import drop_down
from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.app.dialogs.document_choice import DocumentChoice
from attnviz.app.dialogs.file_names import named
from attnviz.app.session import State
from attnviz.content.documents.export import Order
from attnviz.content.documents.extract import Extract, Part, extract, has_pairs, names_of
from attnviz.content.documents.numbers import MOST_AS_TEXT as MOST_BESIDE
from attnviz.content.documents.numbers import about_bytes
from attnviz.content.numerals import grouped
from attnviz.content.stage_formulas import title_of
from attnviz.content.tables import has_heads
from attnviz.content.tensors.npz_writer import Report
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.figures.theme import font

NumbersFormat = Literal["csv", "tsv", "json", "npz"]
FORMATS: dict[NumbersFormat, str] = {
    "csv": "CSV (commas)",
    "tsv": "TSV (tabs, for spreadsheets)",
    "json": "JSON (full precision)",
    "npz": "NPZ (arrays for NumPy)",
}
PART = "Only the part on the screen"
ALL = ""  # in the place of a stage
ALL_HEADS = -1
MOST_SHOWN = 2000  # letters of the preview
MOST_NUMBERS = 20_000  # that are written out for it
MOST_AS_TEXT = 2_000_000  # a second or two; what is longer stops the window, and no table program opens it


@dataclass(frozen=True)
class NumbersChoice:
    """A stage or input or ALL, the head that it is taken from, None for all or none, and the format of its file.

    part: only these rows and columns of matrices of queries and keys.
    """

    stage: str
    head: int | None
    format: NumbersFormat
    part: Part | None = None

    @property
    def name(self) -> str:
        """What the file is called unless somebody chooses otherwise."""
        return self._document.name if self.part is None else f"{self._document.name}-part"

    def bytes_of(self, state: State) -> bytes:
        """The content of the file. Raises AttentionError where the numbers do not exist or are not to be shown."""
        self._refuse_too_many(state)
        return self._document.bytes_of(state)

    def write_into(self, state: State, file: IO[bytes], report: Report) -> None:
        """Writes the same into a file, piece by piece. Raises Stopped where `report` says so."""
        self._document.write_into(state, file, report)

    def preview_of(self, state: State) -> str:
        """The beginning of the file; of NPZ and of very many numbers, what it will hold. Raises as `bytes_of`."""
        document = self._document
        document.refuse_veiled_numbers(state)
        taken = self._taken(state)
        shapes = self._shapes(state)
        self._refuse_too_many(state)
        count = sum(map(prod, shapes.values()))
        if self.format != "npz" and count <= MOST_NUMBERS and not takes_long(state):
            text = document.text_of(state)
            return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "\n…"
        for name in () if takes_long(state) else taken.names:  # a number that does not exist is told here
            state.trace.at(name, taken.heads_of(name)[0])
        lines = [f"{name}  {'×'.join(map(str, shape))}" for name, shape in shapes.items()]
        carried = "" if self.stage or not taken.is_whole else ", scenario"
        labels = [f"query_labels, key_labels, title{carried}"] if self.format == "npz" else []
        return "\n".join((f"{grouped(count)} numbers", "", *lines, *labels))

    def size_of(self, state: State) -> str:
        """About how large the file will be: "about 218 MB"; "" where that is less than 1 MB."""
        size = about_bytes(self._taken(state), self.format) / 1e6
        return f"about {size:.0f} MB" if size >= 1 else ""

    def _taken(self, state: State) -> Extract:
        return extract(state.trace, self._names, self.head, self.part)

    def _shapes(self, state: State) -> dict[str, tuple[int, ...]]:
        taken = self._taken(state)
        return {name: _shape(taken, name) for name in taken.names}

    def _refuse_too_many(self, state: State) -> None:
        """Raises FieldError for more numbers than a text may hold; those that the window spells out at once are fewer
        than those that are written beside it."""
        count = sum(map(prod, self._shapes(state).values()))
        most = MOST_BESIDE if takes_long(state) else MOST_AS_TEXT
        if self.format != "npz" and count > most:
            raise FieldError(
                f"{grouped(count)} numbers are too many for a text, at most {grouped(most)}. Take NPZ, one head or one "
                "stage.",
                Where("format"),
            )

    @property
    def _names(self) -> tuple[str, ...]:
        return (self.stage,) if self.stage else ()

    @property
    def _document(self) -> DocumentChoice:
        return DocumentChoice(Order(self.format, self._names, self.head, part=self.part))


class NumbersDialog(QDialog):
    """Stage, head and format; the preview is what the file will hold."""

    def __init__(self, state: State, stage: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export_numbers")
        self.setWindowTitle("Export Numbers")
        self._state = state
        self._format = drop_down(self, "export_numbers.format", "Format", FORMATS)
        stages = {name: title_of(name) for name in names_of(state.trace)}
        self._stage = drop_down(self, "export_numbers.stage", "Content", {ALL: "All inputs and stages"} | stages)
        self._stage.setCurrentIndex(max(0, self._stage.findData(stage)))
        heads = {head: f"Head {head + 1}" for head in range(state.scenario.sizes.heads)}
        every = {ALL_HEADS: "All heads"} if len(heads) > 1 else {}
        self._head = drop_down(self, "export_numbers.head", "Head", heads | every)
        self._head.setCurrentIndex(state.selection.head)
        self._part = QCheckBox(PART, self)
        self._part.setObjectName("export_numbers.part")
        self._part.setToolTip("The rows and columns that the window shows of large maps, else all of them")
        self._part.setVisible(state.view.viewport is not None)
        self._part.toggled.connect(lambda _: self._show())
        self._told = QLabel(self)
        self._told.setObjectName("export_numbers.told")
        self._told.setProperty("part", "soft")
        self._preview = QPlainTextEdit(self)
        self._preview.setObjectName("export_numbers.preview")
        self._preview.setAccessibleName("Preview")
        self._preview.setReadOnly(True)
        self._preview.setTabChangesFocus(True)
        self._preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._preview.setFont(font(self.font().pixelSize(), monospaced=True))
        buttons = ActOrCancel("&Export…", self)
        self._export = buttons.act
        column = QVBoxLayout(self)
        form = QFormLayout()
        column.addLayout(form)
        for box in (self._format, self._stage, self._head):
            form.addRow(box.accessibleName(), box)
            box.currentIndexChanged.connect(self._show)
        self._stage.activated.connect(self._take_all_heads)
        if state.view.viewport is not None:
            form.addRow("", self._part)
        form.addRow("File", self._told)
        column.addWidget(self._preview, 1)
        column.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(44 * unit, 28 * unit)
        self._show()

    def choice(self) -> NumbersChoice:
        """What was chosen."""
        stage, head = str(self._stage.currentData()), int(self._head.currentData())
        of_one = head != ALL_HEADS and self._has_heads(stage)
        viewport, part = self._state.view.viewport, None
        if viewport is not None and self._part.isEnabled() and self._part.isChecked():
            part = viewport.seen_rows, viewport.seen_columns
        return NumbersChoice(stage, head if of_one else None, cast("NumbersFormat", self._format.currentData()), part)

    def _take_all_heads(self) -> None:
        """Who wants every stage wants it of every head, unless it is said otherwise."""
        if self._stage.currentData() == ALL:
            self._head.setCurrentIndex(max(0, self._head.findData(ALL_HEADS)))

    def _has_heads(self, stage: str) -> bool:
        """True if a head can be chosen for that stage, or for all of them."""
        return has_heads(self._state.trace, stage) if stage else self._state.scenario.sizes.heads > 1

    def _show(self) -> None:
        stage = str(self._stage.currentData())
        self._part.setEnabled(bool(stage) and has_pairs(self._state.trace, stage))
        choice = self.choice()
        self._head.setEnabled(self._has_heads(choice.stage))
        try:
            text = choice.preview_of(self._state)
            possible = True
        except AttentionError as error:
            text, possible = str(error), False
        self._preview.setPlainText(text)
        told = f"{named(self._state, choice.name)}.{choice.format}", choice.size_of(self._state) if possible else ""
        self._told.setText(", ".join(filter(None, told)))
        self._export.setEnabled(possible)


def _shape(taken: Extract, name: str) -> tuple[int, ...]:
    """Rows and columns, after the heads where there are any."""
    shape = taken.shape(name)
    return (len(taken.heads_of(name)), *shape) if has_heads(taken.trace, name) else shape
