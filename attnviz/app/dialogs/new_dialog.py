"""New…: tokens or a number of them, sizes, heads and a seed make a document to begin with."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.controls.marking import mark
from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.content.fresh import fresh_scenario
from attnviz.content.numerals import grouped
from attnviz.engine.scenario import Scenario

SIZES = (("d_model", 4), ("d_k", 2), ("d_v", 2), ("heads", 2))
WORDS = {"heads": "Heads"}
MOST_TOKENS, MOST_WIDTH, MOST_SEED = 1024, 4096, 999_999_999
MOST_NUMBERS = 2_000_000  # what the window can trace again while somebody types
SENTENCES = {
    "d_model": "numbers that stand for each token: the width of X",
    "d_k": "numbers in a query and in a key of one head",
    "d_v": "numbers in a value of one head",
    "heads": "how many work side by side, each with its own part of W_Q, W_K and W_V",
}


class NewDialog(QDialog):
    """Says while one types what will be made, or why it cannot be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("new")
        self.setWindowTitle("New")
        self._by_text = QRadioButton("These tokens", self)
        self._by_text.setObjectName("new.by_text")
        self._by_text.setChecked(True)
        self._text = QPlainTextEdit("the cat drinks milk", self)
        self._text.setObjectName("new.tokens")
        self._text.setAccessibleName("Tokens, one for each word, or one for each line if there are several")
        self._text.setToolTip(self._text.accessibleName())
        self._text.setTabChangesFocus(True)
        self._text.setFixedHeight(4 * self.fontMetrics().height())
        self._by_count = QRadioButton("Only a number of tokens, without names", self)
        self._by_count.setObjectName("new.by_count")
        self._count = self._spin("new.count", "Number of tokens", MOST_TOKENS, 4)
        self._sizes = {name: self._spin(f"new.{name}", name, MOST_WIDTH, size) for name, size in SIZES}
        self._seed = self._spin("new.seed", "Seed of the random numbers", MOST_SEED, 1, least=0)
        self._projection = QCheckBox("Output projection W_O", self)
        self._projection.setObjectName("new.W_O")
        self._projection.setChecked(True)
        self._verdict = QLabel(self)
        self._verdict.setObjectName("new.verdict")
        self._verdict.setWordWrap(True)
        self._verdict.setMinimumHeight(3 * self.fontMetrics().height())
        buttons = ActOrCancel("C&reate", self)
        self._create = buttons.act
        self._arrange(buttons)
        self._by_text.toggled.connect(self._judge)
        self._text.textChanged.connect(self._judge)
        for box in (self._count, *self._sizes.values(), self._seed):
            box.valueChanged.connect(self._judge)
        self._projection.toggled.connect(self._judge)
        self._judge()

    def scenario(self) -> Scenario:
        """What was asked for."""
        sizes = {name: box.value() for name, box in self._sizes.items()}
        tokens = self._tokens() if self._by_text.isChecked() else self._count.value()
        return fresh_scenario(tokens, **sizes, seed=self._seed.value(), output_projection=self._projection.isChecked())

    def _tokens(self) -> tuple[str, ...]:
        return tokens_of(self._text.toPlainText())

    def _spin(self, name: str, accessible: str, most: int, value: int, *, least: int = 1) -> QSpinBox:
        box = QSpinBox(self)
        box.setObjectName(name)
        box.setAccessibleName(accessible)
        box.setToolTip(SENTENCES.get(accessible, accessible))
        box.setAccessibleDescription(SENTENCES.get(accessible, ""))
        box.lineEdit().setTextMargins(4, 0, 0, 0)
        box.setRange(least, most)
        box.setValue(value)
        return box

    def _arrange(self, buttons: ActOrCancel) -> None:
        column = QVBoxLayout(self)
        column.addWidget(self._by_text)
        column.addWidget(self._text)
        line = QHBoxLayout()
        column.addLayout(line)
        line.addWidget(self._by_count)
        line.addWidget(self._count)
        line.addStretch(1)
        form = QFormLayout()
        column.addLayout(form)
        for name, box in self._sizes.items():
            self._add_with_words(form, WORDS.get(name, name), box, SENTENCES[name])
        self._add_with_words(form, "Seed", self._seed, "the same seed draws the same numbers again")
        column.addWidget(self._projection)
        column.addWidget(self._verdict)
        column.addStretch(1)
        column.addWidget(buttons)
        self.resize(38 * self.fontMetrics().height(), self.sizeHint().height())

    def _add_with_words(self, form: QFormLayout, title: str, box: QSpinBox, sentence: str) -> None:
        """A box, and beside it what it counts."""
        words = QLabel(sentence, self)
        words.setWordWrap(True)
        words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        box.setFixedWidth(self._seed.sizeHint().width())
        line = QHBoxLayout()
        form.addRow(title, line)
        line.addWidget(box)
        line.addWidget(words, 1)

    def _judge(self) -> None:
        """Enables what the choice allows, and says what will be made or what is in the way."""
        self._text.setEnabled(self._by_text.isChecked())
        self._count.setEnabled(self._by_count.isChecked())
        text, possible = self._verdict_and_whether()
        self._verdict.setText(text)
        mark(self._verdict, "bad", not possible)
        self._create.setEnabled(possible)

    def _verdict_and_whether(self) -> tuple[str, bool]:
        count = len(self._tokens()) if self._by_text.isChecked() else self._count.value()
        if count == 0:
            return "Type at least one token.", False
        if count > MOST_TOKENS:
            return f"{grouped(count)} tokens are too many. Keep to {grouped(MOST_TOKENS)}.", False
        size = {name: box.value() for name, box in self._sizes.items()}
        shapes = shapes_of(count, **size, output_projection=self._projection.isChecked())
        numbers = sum(rows * columns for rows, columns in shapes.values())
        if numbers > MOST_NUMBERS:
            most = grouped(MOST_NUMBERS)
            return f"That is {grouped(numbers)} numbers. Make the sizes smaller, to {most} at most.", False
        made = ", ".join(f"{name} {rows}×{columns}" for name, (rows, columns) in shapes.items())
        return f"Makes: {made}.", True


def tokens_of(text: str) -> tuple[str, ...]:
    """One token for each line if there are several lines, else one for each word."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return tuple(lines) if len(lines) > 1 else tuple(text.split())


def shapes_of(
    tokens: int, *, d_model: int, d_k: int, d_v: int, heads: int, output_projection: bool
) -> dict[str, tuple[int, int]]:
    """The matrices that such sizes make, each with its rows and columns."""
    shapes = {
        "X": (tokens, d_model),
        "W_Q": (d_model, heads * d_k),
        "W_K": (d_model, heads * d_k),
        "W_V": (d_model, heads * d_v),
    }
    return shapes | {"W_O": (heads * d_v, d_model)} if output_projection else shapes
