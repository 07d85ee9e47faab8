"""The tokens of a sentence in a row: each can be hidden, special ones and punctuation all at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QToolButton, QWidget

from attnviz.app.pipeline.flow import Flow
from attnviz.app.sources.side_by_side import beside
from attnviz.content.sources.hiding import punctuation
from attnviz.content.sources.source import Source
from attnviz.figures.labels import quoted
from attnviz.figures.labels import visible as shown_label
from attnviz.figures.theme import Theme

MOST_CHIPS = 96  # tokens; of more there are the two check boxes, and the lines themselves
_LONGEST = 16  # signs of a chip
_MOST_LINES = 2.6  # in sight at once: half a line tells that there are more


class TokenChips(QScrollArea):
    """`wanted(hidden)` asks for another set of hidden positions, those of keys where they are other tokens.

    As high as its lines, and of many lines only so many that the figures keep their room; the rest is scrolled.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.tokens")
        self.setAccessibleName("Tokens")
        self.special = self._tick("source.hide_special", "Hide special tokens", "Such as [CLS] and [SEP]")
        self.signs = self._tick("source.hide_punctuation", "Hide punctuation", "Tokens without a letter or a digit")
        self.special.clicked.connect(lambda: self._turn(self._special))
        self.signs.clicked.connect(lambda: self._turn(self._signs))
        self._chips: list[QToolButton] = []
        self._tokens: tuple[str, ...] = ()
        self._special: frozenset[int] = frozenset()
        self._signs: frozenset[int] = frozenset()
        self._hidden: frozenset[int] = frozenset()
        self._inside = QWidget(self)
        self._flow = Flow(self._inside, margin=12, gap=4)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._around = {tick: beside(tick, after=14) for tick in (self.special, self.signs)}
        for around in self._around.values():
            self._flow.addWidget(around)
        self._sheet = ""

    def show_tokens(self, source: Source | None, hidden: frozenset[int], look: Theme) -> None:
        """Shows the tokens that can be hidden, and which are."""
        tokens = () if source is None else source.source_tokens or source.tokens or ()
        special = frozenset() if source is None or source.source_tokens else source.special
        if tokens != self._tokens:
            self._tokens = tokens
            self._rebuild()
        self._special, self._signs, self._hidden = special, punctuation(tokens) - special, hidden
        self._wear(look)
        for index, chip in enumerate(self._chips):
            on = index not in hidden
            if chip.isChecked() != on:
                chip.setChecked(on)
            if chip.font().strikeOut() == on:
                letters = chip.font()
                letters.setStrikeOut(not on)
                chip.setFont(letters)
        for tick, which in ((self.special, self._special), (self.signs, self._signs)):
            self._around[tick].setVisible(bool(which))
            tick.setChecked(bool(which) and which <= hidden)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks the lines elsewhere."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the lines are, up to some of them."""
        line = self.special.sizeHint().height() if not self._chips else self._chips[0].sizeHint().height()
        whole = self._flow.heightForWidth(self.viewport().width())
        high = min(whole, round(_MOST_LINES * (line + 2)) + 12)
        if self.height() != high:
            self.setFixedHeight(high)
        for widget in (self, self.viewport(), self._inside):
            widget.setAutoFillBackground(False)

    def _turn(self, which: frozenset[int]) -> None:
        """Hides them all, or shows them all again."""
        self.wanted.emit(self._hidden - which if which <= self._hidden else self._hidden | which)

    def _turn_one(self, index: int) -> None:
        self.wanted.emit(self._hidden ^ {index})

    def _rebuild(self) -> None:
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [self._chip(index, token) for index, token in enumerate(self._tokens[:MOST_CHIPS])]
        if len(self._tokens) > MOST_CHIPS:
            for chip in self._chips:
                chip.deleteLater()
            self._chips = []
        for chip in self._chips:
            self._flow.addWidget(chip)
            chip.show()
        self.updateGeometry()

    def _chip(self, index: int, token: str) -> QToolButton:
        chip = QToolButton(self._inside)
        text = shown_label(token)
        text = text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 + 1 :]}"
        chip.setText(text.replace("&", "&&"))
        chip.setCheckable(True)
        chip.setChecked(True)
        chip.setObjectName(f"source.token.{index + 1}")
        words = f"token {quoted(index + 1, token)}"
        chip.setAccessibleName(f"Show {words}")
        chip.setToolTip(f"{words}: click to hide or show it")
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(partial(self._turn_one, index))
        return chip

    def _wear(self, look: Theme) -> None:
        """Hidden tokens are struck out and soft: not told by colour alone."""
        palette = look.palette
        names = {name: getattr(palette, name).name() for name in ("text", "soft", "border", "hover", "accent")}
        sheet = (
            "QToolButton {{ border: 1px solid {border}; border-radius: 3px; padding: 1px 5px; color: {text};"
            " background: {hover}; }}"
            "QToolButton:!checked {{ color: {soft}; background: transparent; }}"
            "QToolButton:hover, QToolButton:focus {{ border: 1px solid {accent}; }}"
        ).format(**names)
        if sheet != self._sheet:
            self._sheet = sheet
            self._inside.setStyleSheet(sheet)

    def _tick(self, name: str, text: str, tip: str) -> QCheckBox:
        tick = QCheckBox(text, self)
        tick.setObjectName(name)
        tick.setAccessibleName(text)
        tick.setToolTip(tip)
        return tick
