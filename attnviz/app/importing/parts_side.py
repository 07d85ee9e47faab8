"""The left side of the import: what was read, what each part is to become, the conventions, what was skipped."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QListWidget, QSpinBox, QVBoxLayout, QWidget

from attnviz.app.importing.add_buttons import AddButtons
from attnviz.app.importing.conventions import Conventions, small_px
from attnviz.app.importing.draft import Draft, Item
from attnviz.content.importing import TARGETS, FoundArray, targets_for
from attnviz.content.importing.number_format import FORMATS
from attnviz.engine.errors import counted
from attnviz.figures.theme import font

MOST_HEADS = 256
OUT, NOT_YET = "nothing: leave it out", "not chosen yet"
_HEADED = frozenset({"W_Q", "W_K", "W_V", "W_O", "Q", "K", "V"})
_MOST_LINES = 7  # of the list of parts


class PartsSide(QWidget):
    """Fires what a person says: `targeted(target)`, `selected(place)`, `chosen(key, value)`, `heads_said(count)`,
    `format_said("float64" or "float32")`.

    more_asked("files" or "clipboard"): further numbers are to come in with these.
    """

    targeted = Signal(str)
    selected = Signal(int)
    chosen = Signal(str, str)
    heads_said = Signal(int)
    format_said = Signal(str)
    more_asked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        px = self.font().pixelSize()
        self._bold = font(px, bold=True)
        self._follows = False  # True while the widgets are put to what the draft says
        self._read = self._words("import.read", QPalette.ColorRole.WindowText)
        self._list = QListWidget(self)
        self._list.setObjectName("import.arrays")
        self._list.setAccessibleName("What was found")
        self._list.currentRowChanged.connect(self._say_selected)
        self._target = QComboBox(self)
        self._target.setObjectName("import.target")
        self._target.setAccessibleName("It becomes")
        self._target.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._target.setMinimumContentsLength(16)
        self._target.currentIndexChanged.connect(self._say_target)
        self._target_words = QLabel("It becomes", self)
        self._target_words.setFont(self._bold)
        self._target_words.setBuddy(self._target)
        self._heads = QSpinBox(self)
        self._heads.setObjectName("import.heads")
        self._heads.setAccessibleName("Heads")
        self._heads.setRange(1, MOST_HEADS)
        self._heads.setKeyboardTracking(False)
        self._heads.valueChanged.connect(lambda count: None if self._follows else self.heads_said.emit(count))
        self._heads_line = QWidget(self)
        self._format = QComboBox(self)
        self._format.setObjectName("import.dtype")
        self._format.setAccessibleName("Computed in")
        self._format.setToolTip("float32 has seven digits and takes half the memory and time of float64")
        self._format.addItems(FORMATS)
        self._format.activated.connect(lambda _: self.format_said.emit(self._format.currentText()))
        self._format_line = QWidget(self)
        self.conventions = Conventions(self)
        self.conventions.chosen.connect(self.chosen)
        self._skipped = self._words("import.skipped", QPalette.ColorRole.PlaceholderText)
        self._skipped.setFont(font(small_px(px)))
        self._adding = AddButtons(self)
        self._adding.asked.connect(self.more_asked)
        self._trouble = self._words("import.trouble", QPalette.ColorRole.WindowText)
        self._trouble.setProperty("bad", True)
        self._trouble.hide()
        self._arrange()

    def offer_more(self, on: bool) -> None:
        """Whether further files can be brought in."""
        self._adding.setVisible(on)

    def complain(self, text: str) -> None:
        """Says why something could not be added; "" takes it back."""
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))

    def show_draft(self, draft: Draft) -> None:
        """Shows how things stand."""
        self._follows = True
        words, several = draft.found.words, len(draft.brought) > 1
        self._read.setText(
            f"{Path(draft.found.name).name}: {words}." if several else f"{words[:1].upper()}{words[1:]}."
        )
        self._show_list(draft)
        self._show_target(draft)
        headed = any(item.part is not None and item.part.target in _HEADED for item in draft.items)
        self._heads_line.setVisible(headed)
        self._heads.setValue(draft.shown.heads)
        self._format_line.setVisible(bool(draft.shown.dtype))
        self._format.setCurrentText(draft.shown.dtype)
        placed = draft.placed
        self.conventions.show_choices((*draft.found.choices, *(placed.choices if placed is not None else ())))
        notes = [*draft.found.skipped, *(placed.notes if placed is not None else ())]
        if draft.item is not None and isinstance(draft.item.thing, FoundArray) and draft.item.thing.note:
            notes.append(draft.item.thing.note)
        self._skipped.setText("\n".join(notes))
        self._skipped.setVisible(bool(notes))
        self._follows = False

    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, from top to bottom."""
        return [self._list, *self._adding.buttons, self._target, self._heads, self._format, *self.conventions.stops()]

    def _show_list(self, draft: Draft) -> None:
        """One line for each part; not for one alone."""
        self._list.setVisible(len(draft.items) > 1)
        names = [Path(one.found.name).name for one in draft.brought]
        lines = [_line(item, names[item.origin] if len(names) > 1 else "") for item in draft.items]
        if self._list.count() != len(lines):
            self._list.clear()
            self._list.addItems(lines)
        for row, text in enumerate(lines):
            if self._list.item(row).text() != text:
                self._list.item(row).setText(text)
        if lines:
            self._list.setCurrentRow(draft.selected)
            height = self._list.sizeHintForRow(0) * min(len(lines), _MOST_LINES) + 2 * self._list.frameWidth() + 4
            self._list.setFixedHeight(height)

    def _show_target(self, draft: Draft) -> None:
        names = _targets(draft)
        if [self._target.itemData(row) for row in range(self._target.count())] != names:
            self._target.clear()
            for name in names:
                self._target.addItem(TARGETS[name] if name else OUT if len(draft.items) > 1 else NOT_YET, name)
        part = draft.part
        self._target.setCurrentIndex(self._target.findData(part.target if part is not None else ""))
        self._target.setEnabled(draft.item is not None)

    def _say_selected(self, row: int) -> None:
        if not self._follows and row >= 0:
            self.selected.emit(row)

    def _say_target(self, row: int) -> None:
        if not self._follows and row >= 0:
            self.targeted.emit(str(self._target.itemData(row)))

    def _words(self, name: str, role: QPalette.ColorRole) -> QLabel:
        words = QLabel(self)
        words.setObjectName(name)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setForegroundRole(role)
        return words

    def _arrange(self) -> None:
        self._titled(self._heads_line, "Heads", self._heads)
        self._titled(self._format_line, "Computed in", self._format)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        first = (self._read, self._list, self._adding, self._trouble)
        for widget in (*first, self._target_words, self._target, self._heads_line, self._format_line):
            column.addWidget(widget)
        column.addSpacing(4)
        column.addWidget(self.conventions)
        column.addWidget(self._skipped)
        column.addStretch(1)

    def _titled(self, line: QWidget, words: str, control: QWidget) -> None:
        """Lays a control out on its line, behind its title."""
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        title = QLabel(words, line)
        title.setFont(self._bold)
        title.setBuddy(control)
        row.addWidget(title)
        row.addWidget(control)
        row.addStretch(1)


def _line(item: Item, file: str) -> str:
    """ "q_proj.weight, 6×6 → W_Q"; of several files each with its name."""
    thing, part = item.thing, item.part
    words = thing.words if isinstance(thing, FoundArray) else counted(len(thing.texts), "label")
    if file and thing.name == Path(file).stem:
        words = words.removeprefix(f"{thing.name}, ")
    if not isinstance(thing, FoundArray) and thing.name and not file:
        words = f"{thing.name}, {words}"
    words = f"{file}: {words}" if file else words
    return f"{words}  →  {part.target}" if part is not None else f"{words}  (left out)"


def _targets(draft: Draft) -> list[str]:
    """What the part may become, likeliest first; "" to leave it out comes last."""
    if draft.item is None:
        return [""]
    thing = draft.item.thing
    likely = targets_for(thing, draft.into) if isinstance(thing, FoundArray) else ("tokens", "source_tokens")
    own = () if draft.part is None or draft.part.target in likely else (draft.part.target,)
    return [*own, *likely, ""]
