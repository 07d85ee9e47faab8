"""The line over an exercise: its kind, which kinds and numbers to choose from, the score, and what one can do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from attnviz.app.controls.elided_label import ElidedLabel
from attnviz.app.controls.marking import mark
from attnviz.app.lessons.checks import button
from attnviz.app.practice.player import Practice
from attnviz.content.practice.kinds import KINDS
from attnviz.figures.theme import font

_SOURCES = (("new", "New Numbers", "Small whole numbers, other ones each time"),
            ("scenario", "This Scenario", "The numbers of your own document"))  # fmt: skip


class Header(QWidget):
    """Shows a Practice and sends it what is chosen; `leave` asks to end it."""

    leave = Signal()

    def __init__(self, practice: Practice, parent: QWidget) -> None:
        super().__init__(parent)
        self._practice = practice
        self._title = ElidedLabel(self)
        self._title.setObjectName("practice.title")
        self._title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)  # the score follows it
        self._score = ElidedLabel(self)
        self._score.setObjectName("practice.score")
        self._kinds = self._menu_button("practice.kinds", "Kinds", "Which kinds of exercises come")
        self._source = self._menu_button("practice.source", "New Numbers", "Where the numbers come from")
        self._fill_menus()
        self._hint = button("practice.hint", "Hin&t", self)
        self._hint.setToolTip("One more step of the arithmetic (Alt+T)")
        self._answer = button("practice.answer", "&Show Answer", self)
        self._answer.setToolTip("The whole arithmetic; it does not count as right (Alt+S)")
        self._next = button("practice.next", "&Next ▸", self)
        self._next.setToolTip("Another exercise (Alt+N)")
        leave = button("practice.leave", "✕", self)
        leave.setProperty("flat", True)
        leave.setAccessibleName("Leave practice")
        leave.setToolTip("Leave practice: your own document is as you left it")
        for made, word, deed in (
            (self._hint, "Hint", practice.hint), (self._answer, "Show answer", practice.show_answer),
            (self._next, "Next", practice.next), (leave, "Leave practice", self.leave.emit),
        ):  # fmt: skip
            made.setAccessibleName(word)
            made.clicked.connect(lambda _=False, deed=deed: deed())
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 6, 6)
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addSpacing(8)
        row.addWidget(self._score, 1)
        for widget in (self._kinds, self._source, self._hint, self._answer, self._next, leave):
            row.addWidget(widget)

    @property
    def next_button(self) -> QToolButton:
        """The button that goes on."""
        return self._next

    def show_state(self, px: int) -> None:
        """The kind, the score, what is chosen, and what can be done now."""
        practice = self._practice
        self._title.setFont(font(px, bold=True))
        self._title.setText(f"Practice · {practice.exercise.title}")
        seed = practice.exercise.seed
        self._title.setToolTip("" if seed is None else f"Seed {seed}")
        self._score.setFont(font(max(11, px - 2)))
        self._score.setText(practice.score.words)
        self._hint.setEnabled(practice.can_hint)
        self._answer.setEnabled(not practice.done)
        possible = practice.possible
        for action in self._kinds.menu().actions():
            name = action.data()
            if name is not None:
                action.setChecked(name in practice.kinds)
                action.setEnabled(name in possible)
        chosen = [name for name in practice.kinds if name in possible]
        self._kinds.setText("All Kinds" if len(chosen) == len(possible) else f"{len(chosen)} of {len(possible)} Kinds")
        for action in self._source.menu().actions():
            action.setChecked(action.data() == practice.source)
            if action.isChecked():
                self._source.setText(action.text())
        mark(self._next, "primary", practice.done)

    def _menu_button(self, name: str, text: str, tip: str) -> QToolButton:
        made = button(name, text, self)
        made.setAccessibleName(tip)
        made.setToolTip(tip)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        menu = QMenu(made)
        menu.setObjectName(f"{name}.menu")
        menu.setToolTipsVisible(True)
        made.setMenu(menu)
        return made

    def _fill_menus(self) -> None:
        practice, menu = self._practice, self._kinds.menu()
        for kind in KINDS:
            action = menu.addAction(kind.title)
            action.setObjectName(f"practice.kind.{kind.name}")
            action.setCheckable(True)
            action.setToolTip(kind.sentence)
            action.setData(kind.name)
            action.triggered.connect(lambda on, name=kind.name: self._choose(name, on))
        menu.addSeparator()
        every = menu.addAction("All Kinds")
        every.setObjectName("practice.kind.all")
        every.triggered.connect(lambda: practice.choose(tuple(kind.name for kind in KINDS)))
        for name, text, tip in _SOURCES:
            action = self._source.menu().addAction(text)
            action.setObjectName(f"practice.source.{name}")
            action.setCheckable(True)
            action.setToolTip(tip)
            action.setData(name)
            action.triggered.connect(lambda _=False, name=name: self._draw_from(name))

    def _choose(self, name: str, on: bool) -> None:
        """Adds or takes away a kind; the last one stays. With all of them chosen, a click takes that one alone."""
        practice = self._practice
        every = tuple(kind.name for kind in KINDS)
        if practice.kinds == every and not on:
            kinds: tuple[str, ...] = (name,)
        else:
            kinds = tuple(own for own in every if (on if own == name else own in practice.kinds))
        practice.choose(kinds or (name,))

    def _draw_from(self, name: str) -> None:
        self._practice.draw_from("new" if name == "new" else "scenario")
        self.show_state(self._title.font().pixelSize())
