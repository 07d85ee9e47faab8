"""Worksheet…: which kinds of exercises, how many, about which numbers, on which paper, and the seed of the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.content.practice.kinds import KINDS, exercises, possible_kinds
from attnviz.engine.scenario import Scenario
from attnviz.figures.worksheet import TITLE, Paper, answer_key, worksheet

MOST_SEED, MOST_EXERCISES = 999_999, 100
_PAPERS: tuple[tuple[Paper, str], ...] = (("a4", "A4"), ("letter", "Letter"))


@dataclass(frozen=True)
class WorksheetChoice:
    """What was chosen; scenario: None for new numbers."""

    kinds: tuple[str, ...]
    count: int
    seed: int
    paper: Paper
    title: str
    scenario: Scenario | None

    @property
    def name(self) -> str:
        """What the sheet's file is called unless somebody chooses otherwise."""
        return f"worksheet-{self.seed}"

    def files(self) -> tuple[bytes, bytes]:
        """The sheet and its key. Raises AttentionError where an exercise cannot be made."""
        made = exercises(self.seed, self.count, self.kinds, self.scenario)
        sheet = worksheet(made, self.seed, self.paper, self.title)
        return sheet, answer_key(made, self.seed, self.paper, self.title)


class WorksheetDialog(QDialog):
    """Says while one chooses what is in the way; kinds that the scenario has no numbers for cannot be chosen."""

    def __init__(self, scenario: Scenario, seed: int | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("worksheet")
        self.setWindowTitle("Worksheet")
        self._scenario = scenario
        self._title = QLineEdit(TITLE, self)
        self._name(self._title, "worksheet.title", "Title")
        self._source = QComboBox(self)
        self._name(self._source, "worksheet.source", "Numbers")
        self._source.addItem("New, small whole numbers", "new")
        self._source.addItem("Those of this scenario", "scenario")
        self._kinds = {kind.name: QCheckBox(kind.title, self) for kind in KINDS}
        for kind in KINDS:
            box = self._kinds[kind.name]
            box.setObjectName(f"worksheet.kind.{kind.name}")
            box.setToolTip(kind.sentence)
            box.setChecked(True)
        self._count = self._spin("worksheet.count", "Exercises", 1, MOST_EXERCISES, 8)
        own = SystemRandom().randrange(1, 10_000) if seed is None else seed
        self._seed = self._spin("worksheet.seed", "Seed", 0, MOST_SEED, own)
        self._seed.setToolTip("The same seed makes the same sheet")
        self._other = QPushButton("&Another", self)
        self._name(self._other, "worksheet.another", "Another seed")
        self._other.setAutoDefault(False)
        self._paper = QComboBox(self)
        self._name(self._paper, "worksheet.paper", "Paper")
        for paper, words in _PAPERS:
            self._paper.addItem(words, paper)
        self._verdict = QLabel(self)
        self._verdict.setObjectName("worksheet.verdict")
        self._verdict.setWordWrap(True)
        buttons = ActOrCancel("&Save…", self)
        self._save = buttons.act
        self._other.clicked.connect(lambda: self._seed.setValue(SystemRandom().randrange(1, 10_000)))
        self._source.currentIndexChanged.connect(self._judge)
        for box in self._kinds.values():
            box.toggled.connect(self._judge)
        self._arrange(buttons)
        self._judge()

    def choice(self) -> WorksheetChoice:
        """What was chosen."""
        own = self._source.currentData() == "scenario"
        paper: Paper = "letter" if self._paper.currentData() == "letter" else "a4"
        title = " ".join(self._title.text().split()) or TITLE
        return WorksheetChoice(
            self._chosen(), self._count.value(), self._seed.value(), paper, title, self._scenario if own else None
        )

    def _chosen(self) -> tuple[str, ...]:
        return tuple(name for name, box in self._kinds.items() if box.isChecked() and box.isEnabled())

    def _judge(self) -> None:
        own = self._source.currentData() == "scenario"
        possible = possible_kinds(self._scenario) if own else tuple(self._kinds)
        for name, box in self._kinds.items():
            box.setEnabled(name in possible)
        if not possible:
            words = "This scenario is too large to compute by hand. Choose new numbers."
        elif not self._chosen():
            words = "Choose at least one kind."
        else:
            words = "Writes the sheet, and its key beside it as a second file."
        self._verdict.setText(words)
        self._save.setEnabled(bool(self._chosen()))

    def _name(self, widget: QWidget, name: str, accessible: str) -> None:
        widget.setObjectName(name)
        widget.setAccessibleName(accessible)

    def _spin(self, name: str, accessible: str, least: int, most: int, value: int) -> QSpinBox:
        box = QSpinBox(self)
        self._name(box, name, accessible)
        box.lineEdit().setTextMargins(4, 0, 0, 0)
        box.setRange(least, most)
        box.setValue(value)
        return box

    def _arrange(self, buttons: ActOrCancel) -> None:
        unit = self.fontMetrics().height()
        column = QVBoxLayout(self)
        form = QFormLayout()
        column.addLayout(form)
        form.addRow("Title", self._title)
        form.addRow("Numbers", self._source)
        kinds = QGridLayout()
        form.addRow("Kinds", kinds)
        kinds.setHorizontalSpacing(unit)
        for place, box in enumerate(self._kinds.values()):
            kinds.addWidget(box, place // 2, place % 2)
        form.addRow("Exercises", self._count)
        seed = QHBoxLayout()
        form.addRow("Seed", seed)
        seed.addWidget(self._seed)
        seed.addWidget(self._other)
        seed.addStretch(1)
        form.addRow("Paper", self._paper)
        for number in (self._count, self._seed):
            number.setFixedWidth(self._seed.sizeHint().width())
        column.addWidget(self._verdict)
        column.addStretch(1)
        column.addWidget(buttons)
        self.resize(28 * unit, self.sizeHint().height())
