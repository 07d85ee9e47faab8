"""The right side of the import: the matrix as it goes into the scenario, and where both fit, both readings of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from attnviz.app.controls.marking import mark
from attnviz.app.importing.conventions import small_px
from attnviz.app.importing.draft import Draft
from attnviz.app.importing.preview_cells import PreviewCells, faulty_text, preview_of
from attnviz.app.importing.preview_table import PreviewTable
from attnviz.content.importing import Found, FoundArray, Placed, Preview
from attnviz.content.importing.found import FoundTexts
from attnviz.engine.errors import AttentionError
from attnviz.figures.theme import Theme, font

_MOST_SIDE_BY_SIDE = 2


class PreviewSide(QWidget):
    """`chosen(key, value)` fires when one of several readings is clicked."""

    chosen = Signal(str, str)

    def __init__(self, look: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._small = font(small_px(self.font().pixelSize()))
        self._normal = font(self.font().pixelSize())
        self._title = self._words("import.title")
        px = self.font().pixelSize()
        self._title.setFont(font(px, bold=True))
        self._about = self._words("import.about", soft=True)
        self.table = PreviewTable("import.preview", look, self)
        self._readings = QWidget(self)
        self._shown: list[QWidget] = []  # in it, in the order of their making
        self._grid = QGridLayout(self._readings)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._about)
        column.addWidget(self.table, 3)
        column.addWidget(self._readings, 2)

    def show_draft(self, draft: Draft) -> None:
        """Shows what is looked at as it goes into the scenario, or what cannot be read."""
        title, about, cells = _seen(draft)
        self._title.setText(title)
        bad = draft.found.problem is not None and bool(cells.texts) and bool(about)
        placed = draft.placed
        bad = bad or (placed is not None and placed.problem is not None)
        mark(self._about, "bad", bad)
        self._about.setFont(self._normal if bad else self._small)
        self._about.setForegroundRole(QPalette.ColorRole.WindowText if bad else QPalette.ColorRole.PlaceholderText)
        self._about.setText(about)
        self._about.setVisible(bool(about))
        self.table.show_cells(cells)
        self.table.setAccessibleName(f"Preview: {title}")
        labels = draft.shown.scenario.query_labels if draft.shown.scenario is not None else ()
        self._show_readings(placed.previews if placed is not None else (), labels)

    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, from top to bottom."""
        return [self.table, *(widget for widget in self._shown if isinstance(widget, QRadioButton | PreviewTable))]

    def _show_readings(self, previews: tuple[Preview, ...], labels: tuple[str, ...]) -> None:
        """Each reading with its title as a button, its matrix, and what is noted of it; labels: of its rows."""
        had_focus = any(button.hasFocus() for button in self._readings.findChildren(QRadioButton))
        for widget in self._shown:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        self._shown = []
        if sum(preview.matrix is not None for preview in previews) < _MOST_SIDE_BY_SIDE:
            previews = ()  # only one reading fits, and it is what the table shows
        self._readings.setVisible(bool(previews))
        for place, preview in enumerate(previews):
            row, column = 3 * (place // _MOST_SIDE_BY_SIDE), place % _MOST_SIDE_BY_SIDE
            name = f"import.preview.{preview.key}.{preview.value}"
            size = f", {preview.note}" if preview.matrix is not None and preview.note else ""
            button = QRadioButton(f"{preview.title}{size}".replace("&", "&&"), self._readings)
            button.setObjectName(name)
            button.setAutoExclusive(False)
            button.setChecked(preview.chosen)
            button.setAccessibleDescription(preview.note)
            button.clicked.connect(lambda _on=False, one=preview: self._say(one))
            self._put(button, row, column)
            self._grid.setColumnStretch(column, 1)
            if preview.matrix is None:
                note = self._words(f"{name}.note", soft=True)
                note.setText(preview.note)
                self._put(note, row + 2, column)
            else:
                table = PreviewTable(f"{name}.table", self._look, self._readings)
                table.setAccessibleName(f"Preview: {preview.title}")
                rows = labels if len(labels) == len(preview.matrix) else None
                table.show_cells(preview_of(preview.matrix, rows))
                self._put(table, row + 1, column)
            if had_focus and preview.chosen:
                button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put(self, widget: QWidget, row: int, column: int) -> None:
        self._grid.addWidget(widget, row, column)
        self._shown.append(widget)

    def _say(self, preview: Preview) -> None:
        if not preview.chosen:
            self.chosen.emit(preview.key, preview.value)
        else:
            button = self._readings.findChild(QRadioButton, f"import.preview.{preview.key}.{preview.value}")
            if button is not None:
                button.setChecked(True)

    def _words(self, name: str, *, soft: bool = False) -> QLabel:
        words = QLabel(self)
        words.setObjectName(name)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        if soft:
            words.setFont(self._small)
            words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return words


def _seen(draft: Draft) -> tuple[str, str, PreviewCells]:
    """Title, a line on it, and the table."""
    placed, found = draft.placed, draft.found
    thing = None if draft.item is None else draft.item.thing
    if found.problem is not None and not found.arrays and (draft.part is None or not isinstance(thing, FoundTexts)):
        return "This cannot be read as numbers", unnamed(found.problem, found), faulty_text(found)
    if isinstance(thing, FoundTexts):
        cells = PreviewCells(texts=tuple((text,) for text in thing.texts))
        return f"{draft.part.target if draft.part is not None else 'Labels'}, {len(thing.texts)}", "", cells
    if placed is not None and placed.matrix is not None:
        return _placed(placed)
    if isinstance(thing, FoundArray):
        problem = placed.problem if placed is not None else None
        labels = thing.row_labels, thing.column_labels
        title = f"{thing.words}, as it was read"
        try:
            values = thing.values
        except AttentionError as error:  # its numbers are looked at only now: one of them may be none
            return title, unnamed(error, found), PreviewCells()
        return title, str(problem) if problem is not None else _planes(thing.shape), preview_of(values, *labels)
    return "Nothing to show", "", PreviewCells()


def unnamed(problem: Exception, found: Found) -> str:
    """What is wrong, without the name of the file, which stands in the window's title."""
    text = str(problem).removeprefix(f"{found.name}: ")
    return f"{text[:1].upper()}{text[1:]}"


def _placed(placed: Placed) -> tuple[str, str, PreviewCells]:
    matrix = placed.matrix
    assert matrix is not None
    shape = "×".join(map(str, matrix.shape))
    weights = placed.target == "weights"
    cells = preview_of(matrix, placed.row_labels, placed.column_labels, signed=not weights, with_sums=weights)
    array = placed.part.array
    there = array.shape[-2:] if isinstance(array, FoundArray) and matrix.ndim == len(array.shape) else ()
    turned = there == matrix.shape[:-3:-1] != matrix.shape[-2:]
    about = [f"Turned: it was read as {there[0]}×{there[1]}."] if turned else []
    about += ["Queries ↓, keys →."] if placed.target in ("weights", "mask", "bias") else []
    return f"{placed.target}, {shape}", " ".join((*about, _planes(matrix.shape))).strip(), cells


def _planes(shape: tuple[int, ...]) -> str:
    """What of an array with more than two axes is shown."""
    several = tuple(count for count in shape[:-2] if count != 1)
    return f"The first of {' × '.join(map(str, several))} matrices is shown." if several else ""
