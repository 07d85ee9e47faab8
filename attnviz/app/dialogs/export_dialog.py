"""Export Figure…: which figure, in which format, how large and with which looks; a preview shows what comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.controls.drop_down import drop_down
from attnviz.app.controls.marking import mark
from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.app.dialogs.export_choice import (
    USUAL_SCALE,
    ExportChoice,
    choice_of,
    choices_of,
    remembered,
    whole_remembered,
)
from attnviz.app.dialogs.export_preview import ExportPreview
from attnviz.app.dialogs.export_words import carried_in_words, pooled_in_words, size_in_words
from attnviz.app.dialogs.sketching import Sketching
from attnviz.app.labs.lab_exports import Exhibiting
from attnviz.app.session import State
from attnviz.content.documents.extract import names_of
from attnviz.content.numerals import parse_number
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.figures.colour_maps import CHOICES
from attnviz.figures.export import SCREEN_DPI, ExportOptions, check_options, export_bytes, size_of
from attnviz.figures.large.compose_large import is_large_map
from attnviz.figures.large.meant import meant_for

PAUSE = 120  # milliseconds without a change before the preview is painted anew
TICKS = (
    ("title", "Title"),
    ("legend", "Legend"),
    ("numbers", "Numbers in cells"),
    ("transparent", "Transparent"),
    ("carry", "Carries its scenario"),
)
PART = "Only the part on the screen"
SENTENCES = {
    "part": "The rows and columns that the window shows of large maps, else all of them",
    "carry": "Open or drop the picture in attnviz and the scenario is there again, every number of it",
}
# Name, what an empty line means, and a sentence.
LINES = {
    "width": ("Width", "automatic", "Leave empty for the width that suits the figure"),
    "scale": ("Scale", f"{USUAL_SCALE:g}", "How many times as many pixels, for a sharp picture on a slide (PNG)"),
    "dpi": ("Dots per inch", "96 (300 if in mm)", "The resolution that the file states (PNG)"),
    "cell": ("Pixels for each cell", "as many as fit", "So many pixels for each cell of a large map, for zooming in"),
    "font_points": ("Text size in points", "automatic", "Size of the labels; titles and numbers keep their proportion"),
}
BY_CELLS = "Pixels for each cell say how many there are"


class ExportDialog(QDialog):
    """Nothing is written here: `choice` is what was chosen, and it can be made."""

    def __init__(
        self,
        state: State,
        figure: str,
        looks: Mapping[str, object],
        parent: QWidget | None = None,
        *,
        lab: Exhibiting | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("export")
        self.setWindowTitle("Export Figure")
        self._state = state
        self._lab = lab
        self._drawings = {} if lab is None else dict(lab.drawings())
        last = remembered(looks)
        heads = {str(head): f"Head {head + 1}" for head in range(state.scenario.sizes.heads)}
        offered = {name: drawing.title for name, drawing in self._drawings.items()} or choices_of(state)
        self._figure = self._box("figure", "Figure", offered, figure)
        self._head = self._box("head", "Head", heads, str(state.selection.head))
        self._format = self._box(
            "format", "Format", {name: name.upper() for name in ("png", "svg", "pdf")}, last.format
        )
        self._unit = self._box("unit", "Unit", {"px": "pixels", "mm": "mm"}, last.unit)
        self._map = self._box("colour_map", "Colours", {name: name.capitalize() for name in CHOICES}, last.colour_map)
        self._theme = self._box("theme", "Theme", {"light": "Light", "dark": "Dark"}, last.theme)
        large = lab is None and any(map(is_large_map, map(state.trace.shape, names_of(state.trace))))
        self._lines = {name: self._line(name, getattr(last, name)) for name in LINES if name != "cell" or large}
        self._ticks = {name: self._tick(name, words, getattr(last, name)) for name, words in TICKS}
        self._whole = whole_remembered(looks)
        zoomed = lab is None and state.view.viewport is not None
        self._part = self._tick("part", PART, not self._whole) if zoomed else None
        self._verdict = QLabel(self)
        self._verdict.setObjectName("export.verdict")
        self._verdict.setWordWrap(True)
        self._verdict.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self._preview = ExportPreview(self)
        self._sketching = Sketching(state, self)
        self._buttons = ActOrCancel("&Export…", self)
        self._export = self._buttons.act
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.preview)
        self._preview.resized.connect(self._timer.start)
        self._arrange()
        unit = self.fontMetrics().height()
        self.resize(QSize(64 * unit, 42 * unit).boundedTo(self.screen().availableSize() * 0.9))
        self._changed()
        self.preview()

    def choice(self) -> ExportChoice:
        """What was chosen. Raises BadNumber where a size is no number."""
        scale = self._number("scale")
        options = ExportOptions(
            format=self._format.currentData(), unit=self._unit.currentData(), theme=self._theme.currentData(),
            colour_map=self._map.currentData(), width=self._number("width"), dpi=self._number("dpi"),
            scale=USUAL_SCALE if scale is None else scale, font_points=self._number("font_points"), cell=self._cell(),
            **{name: tick.isChecked() for name, tick in self._ticks.items()},
        )  # fmt: skip
        figure = str(self._figure.currentData())
        if self._lab is not None:
            return ExportChoice(figure, None, options, self._drawings[figure], self._lab.name, whole=self._whole)
        chosen = choice_of(self._state, figure, int(self._head.currentData()), options)
        return replace(chosen, whole=self._whole if self._part is None else not self._part.isChecked())

    def preview(self) -> None:
        """Paints the export in the size that fills the preview on this screen, or says why it cannot be made."""
        self._timer.stop()
        try:
            choice = self.choice()
            check_options(choice.options)
        except AttentionError as error:
            self._refuse(error)
            return
        if self._sketching.later:
            self._judge("", possible=True)
            self._preview.say("The preview is on its way.")
        make = partial(_sketch, choice, self._preview.zooming())
        self._sketching.ask(make, lambda made: self._show(*made), self._refuse)

    def _show(self, image: QImage, natural: QSize, verdict: str) -> None:
        self._preview.show_image(image, natural)
        self._judge(verdict, possible=not image.isNull())

    def _refuse(self, error: AttentionError) -> None:
        self._preview.show_image(QImage(), QSize())
        self._judge(str(error), possible=False)

    def _judge(self, verdict: str, *, possible: bool) -> None:
        """Says how large the picture will be, or why there is none."""
        self._verdict.setText(verdict)
        mark(self._verdict, "bad", not possible)
        self._export.setEnabled(possible)

    def accept(self) -> None:
        """Goes on if what is chosen can be made; Enter may come before the pause is over."""
        self.preview()
        if self._export.isEnabled():
            super().accept()

    def _changed(self) -> None:
        choice_is_of_heads = self._head.count() > 1 and self._lab is None
        if choice_is_of_heads:
            made = choice_of(self._state, str(self._figure.currentData()), 0, ExportOptions())
            choice_is_of_heads = made.head is not None
        self._head.setEnabled(choice_is_of_heads)
        png = self._format.currentData() == "png"
        if "cell" in self._lines:
            figure = str(self._figure.currentData())
            known = figure in names_of(self._state.trace)
            self._lines["cell"].setEnabled(known and is_large_map(self._state.trace.shape(figure)))
        cells = self._lines.get("cell")
        by_cells = cells is not None and cells.isEnabled() and bool(cells.text().strip())
        self._lines["scale"].setEnabled(png and not by_cells)
        self._lines["scale"].setToolTip(BY_CELLS if by_cells else LINES["scale"][2])
        self._lines["dpi"].setEnabled(png)
        self._ticks["carry"].setEnabled(self._lab is None)
        self._timer.start()

    def _cell(self) -> int | None:
        """Pixels for each cell of a large map, None where nothing is said. Raises FieldError for a part of one."""
        number = self._number("cell") if "cell" in self._lines else None
        if number is not None and number != int(number):
            raise FieldError(f"A cell has {number:g} pixels. Give a whole number.", Where("cell"))
        return None if number is None else int(number)

    def _number(self, name: str) -> float | None:
        """The number in a line, None if it is empty or does not apply."""
        line = self._lines[name]
        text = line.text().strip()
        return parse_number(text) if text and line.isEnabled() else None

    def _box(self, name: str, words: str, choices: Mapping[str, str], chosen: str) -> QComboBox:
        box = drop_down(self, f"export.{name}", words, choices)
        if name == "figure":  # of all the longest words: the room is the preview's
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(18)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.currentIndexChanged.connect(self._changed)
        return box

    def _line(self, name: str, value: float | None) -> QLineEdit:
        words, empty, sentence = LINES[name]
        line = QLineEdit("" if value is None or (name == "scale" and value == USUAL_SCALE) else f"{value:g}", self)
        line.setObjectName(f"export.{name}")
        line.setAccessibleName(words)
        line.setPlaceholderText(empty)
        line.setToolTip(sentence)
        line.textChanged.connect(self._changed)
        return line

    def _tick(self, name: str, words: str, on: bool) -> QCheckBox:
        tick = QCheckBox(words, self)
        tick.setObjectName(f"export.{name}")
        tick.setToolTip(SENTENCES.get(name, ""))
        tick.setChecked(on)
        tick.toggled.connect(self._changed)
        return tick

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        sides = QHBoxLayout()
        column.addLayout(sides, 1)
        sides.setSpacing(16)
        left = QVBoxLayout()
        sides.addLayout(left)
        form = QFormLayout()
        left.addLayout(form)
        for box in (self._figure, self._head, self._format):
            form.addRow(box.accessibleName(), box)
        width = QHBoxLayout()
        form.addRow("Width", width)
        width.addWidget(self._lines["width"], 1)
        width.addWidget(self._unit)
        for name in ("scale", "dpi", "cell", "font_points"):
            if name not in self._lines:
                continue
            form.addRow(self._lines[name].accessibleName(), self._lines[name])
        for box in (self._map, self._theme):
            form.addRow(box.accessibleName(), box)
        for tick in (*(() if self._part is None else (self._part,)), *self._ticks.values()):
            form.addRow("", tick)
        left.addStretch(1)
        right = QVBoxLayout()
        sides.addLayout(right, 1)
        right.addWidget(self._preview, 1)
        right.addWidget(self._verdict)
        column.addWidget(self._buttons)


def _sketch(choice: ExportChoice, zoom_for: Callable[[QSize], float], state: State) -> tuple[QImage, QSize, str]:
    """The picture in the size that fills the preview, its size at 96 dots to the inch, and the file's in words."""
    figure = choice.figure_of(state)
    sketch = replace(choice.options, format="png", dpi=SCREEN_DPI, scale=1.0)
    whole = size_of(figure, sketch)
    sketch = replace(sketch, cell=None)
    natural = whole if choice.options.cell is None else size_of(figure, sketch)
    zoom = zoom_for(natural)
    with meant_for(choice.options, zoom):
        image = QImage.fromData(export_bytes(figure, replace(sketch, scale=zoom)))
    told = [size_in_words(whole, choice.options) + ".", pooled_in_words(figure, choice.options)]
    if choice.options.carry and choice.drawing is None:
        told.append(carried_in_words(state.scenario))
    return image, natural, " ".join(filter(None, told))
