"""Export Document…: a worked example, matrices or one number's arithmetic as LaTeX or Markdown, or a web page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.controls.drop_down import drop_down
from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.app.dialogs.document_choice import DocumentChoice
from attnviz.app.dialogs.file_names import named
from attnviz.app.dialogs.sketching import Sketching
from attnviz.app.session import State
from attnviz.content.documents.export import Content, Format, Order
from attnviz.content.documents.extract import names_of
from attnviz.content.stage_formulas import title_of
from attnviz.content.tables import has_heads
from attnviz.content.wording import cell_name, query_name
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import MOST_DECIMALS
from attnviz.figures.theme import font

FORMATS: dict[Format, str] = {
    "html": "Web page (for any browser)",
    "latex": "LaTeX",
    "markdown": "Markdown",
}
EXAMPLE, MATRICES, NUMBER = "example", "matrices", "number"  # contents that name no stage
ALL_HEADS = -1
MOST_SHOWN = 4000  # letters of the preview
_KILO = 1000
_OF_THE_SCREEN = 0.9


class DocumentDialog(QDialog):
    """Format, content and looks; the preview is the text that the file will hold."""

    def __init__(self, state: State, stage: str, parent: QWidget | None = None) -> None:
        """stage: the one that is offered first among single ones."""
        super().__init__(parent)
        self.setObjectName("export_document")
        self.setWindowTitle("Export Document")
        self._state = state
        self._cell = state.selection.cell
        self._text = ""  # of the document that is shown
        self._sketching = Sketching(state, self)
        self._format = self._box("format", "Format", FORMATS)
        self._content = self._box("content", "Content", self._contents(stage))
        heads = {head: f"Head {head + 1}" for head in range(state.scenario.sizes.heads)}
        self._head = self._box("head", "Head", {ALL_HEADS: "All heads"} | heads if len(heads) > 1 else heads)
        queries = {query: _raised(query_name(state.trace, query)) for query in range(state.scenario.sizes.T)}
        self._query = self._box("query", "Query followed", queries)
        self._query.setCurrentIndex(state.selection.query)
        self._query.setToolTip("The query whose arithmetic is written out")
        self._decimals = QSpinBox(self)
        self._decimals.setObjectName("export_document.decimals")
        self._decimals.setAccessibleName("Decimals")
        self._decimals.setRange(0, MOST_DECIMALS)
        self._decimals.setValue(state.view.decimals)
        self._labels = self._tick("labels", "Tokens beside the matrices", on=True)
        self._whole = self._tick("whole", "Large matrices in full", on=False)
        self._preview = QPlainTextEdit(self)
        self._preview.setObjectName("export_document.preview")
        self._preview.setAccessibleName("Preview")
        self._preview.setReadOnly(True)
        self._preview.setTabChangesFocus(True)
        self._told = QLabel(self)
        self._told.setObjectName("export_document.told")
        self._told.setProperty("part", "soft")
        self._lay_out()
        self._show()

    def choice(self) -> DocumentChoice:
        """What was chosen."""
        kind = cast("Format", self._format.currentData())
        picked = str(self._content.currentData())
        head = self._head.currentData()
        order = Order(
            kind,
            head=None if head == ALL_HEADS or not self._head.isEnabled() else int(head),
            query=int(self._query.currentData()),
            decimals=self._decimals.value(),
            labels=self._labels.isChecked(),
            whole=self._whole.isChecked(),
        )
        if picked in (EXAMPLE, MATRICES):
            return DocumentChoice(replace(order, content=cast("Content", picked)))
        if picked == NUMBER:
            return DocumentChoice(replace(order, content="number", cell=self._cell, head=None))
        content: Content = "example" if kind == "html" else "matrices"
        return DocumentChoice(replace(order, names=(picked,), content=content))

    def copy(self) -> None:
        """Puts the text on the clipboard."""
        QGuiApplication.clipboard().setText(self._text)

    def _contents(self, stage: str) -> dict[str, str]:
        """Everything first, then the number that is selected, the shown stage, and the other ones."""
        found = {EXAMPLE: "Worked example, everything", MATRICES: "All matrices"}
        if self._cell is not None:
            found[NUMBER] = f"Arithmetic of {_lowered(cell_name(self._state.trace, self._cell))}"
        names = names_of(self._state.trace)
        return found | {name: title_of(name) for name in sorted(names, key=lambda name: name != stage)}

    def _lay_out(self) -> None:
        buttons = ActOrCancel("&Export…", self)
        self._export = buttons.act
        self._copy = QPushButton("Co&py", self)
        self._copy.setObjectName("export_document.copy")
        self._copy.setToolTip("Puts the text on the clipboard")
        buttons.addButton(self._copy, ActOrCancel.ButtonRole.ActionRole)
        self._copy.clicked.connect(self.copy)
        column = QVBoxLayout(self)
        form = QFormLayout()
        column.addLayout(form)
        for box in (self._format, self._content, self._head, self._query):
            form.addRow(box.accessibleName(), box)
            box.currentIndexChanged.connect(self._show)
        form.addRow("Decimals", self._decimals)
        self._decimals.valueChanged.connect(self._show)
        for tick in (self._labels, self._whole):
            form.addRow("", tick)
            tick.toggled.connect(self._show)
        form.addRow("File", self._told)
        column.addWidget(self._preview, 1)
        column.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(QSize(44 * unit, 38 * unit).boundedTo(self.screen().availableSize() * _OF_THE_SCREEN))

    def _box(self, name: str, words: str, entries: Mapping[Any, str]) -> QComboBox:
        box = drop_down(self, f"export_document.{name}", words, entries)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def _tick(self, name: str, words: str, *, on: bool) -> QCheckBox:
        tick = QCheckBox(words, self)
        tick.setObjectName(f"export_document.{name}")
        tick.setChecked(on)
        return tick

    def _show(self) -> None:
        self._offer()
        choice = self.choice()
        self._told.setText(f"{named(self._state, choice.name)}{choice.suffix}, {_kind(choice.order)}")
        if self._sketching.later:
            self._put("The preview is on its way.", sentences=True, possible=True)
            self._copy.setEnabled(False)
        self._sketching.ask(choice.text_of, self._show_text, self._refuse)

    def _show_text(self, text: str) -> None:
        self._text = text
        page = self._format.currentData() == "html"
        self._put(_page(text) if page else _shortened(text), sentences=page, possible=True)

    def _refuse(self, error: AttentionError) -> None:
        self._put(str(error), sentences=True, possible=False)

    def _put(self, text: str, *, sentences: bool, possible: bool) -> None:
        """Puts in the preview what the file will hold, or sentences in its place."""
        self._preview.setFont(font(self.font().pixelSize(), monospaced=not sentences))
        wrap = QPlainTextEdit.LineWrapMode
        self._preview.setLineWrapMode(wrap.WidgetWidth if sentences else wrap.NoWrap)
        self._preview.setPlainText(text)
        self._export.setEnabled(possible)
        self._copy.setEnabled(possible)

    def _offer(self) -> None:
        """Leaves in use what bears on the document."""
        kind, picked = self._format.currentData(), str(self._content.currentData())
        model = self._content.model()
        if isinstance(model, QStandardItemModel):
            for data in (MATRICES, NUMBER):
                place = self._content.findData(data)
                if place >= 0:
                    model.item(place).setEnabled(kind != "html")
        if kind == "html" and picked in (MATRICES, NUMBER):
            self._content.setCurrentIndex(0)
            picked = EXAMPLE
        one = picked not in (EXAMPLE, MATRICES, NUMBER)
        several = self._state.scenario.sizes.heads > 1
        of_heads = has_heads(self._state.trace, picked) if one else picked != NUMBER
        self._head.setEnabled(several and of_heads)
        self._query.setEnabled(kind == "html" or picked == EXAMPLE)
        self._labels.setVisible(kind == "latex" and picked != NUMBER)
        self._whole.setVisible(kind != "html")
        self._whole.setText("Long sums in full" if picked == NUMBER else "Large matrices in full")


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "\n…"


def _kind(order: Order) -> str:
    """What one can do with such a file."""
    if order.format == "html":
        return "opens in any browser"
    if order.format == "markdown":
        return "as GitHub and notebooks read it"
    return "compiles by itself" if order.content == "example" else "to be pasted where amsmath is loaded"


def _page(text: str) -> str:
    """What the page will be, in words: its source says nothing to people."""
    size = max(1, round(len(text.encode()) / _KILO))
    tables = text.count("<table")
    return (
        f"One file of {size} kB with {tables} tables.\n\n"
        "It opens in any browser, also without a network; it holds no script.\n"
        "Every number is told in full where the pointer rests on it, and its query and key light up.\n"
        "It is light or dark as the reader's system is, and can be printed."
    )


def _raised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
