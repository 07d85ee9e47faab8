"""What a result says in words: symptoms, what is well, notes; told apart by a sign and not by colour alone."""

from __future__ import annotations

import html
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.app.labs.run_words import BEFORE
from attnviz.content.facts_in_words import filled
from attnviz.engine.arrays import Array
from attnviz.figures.theme import Theme, font
from attnviz.figures.theme import theme as theme_of
from attnviz.labs.protocol import Fact

_LARGER = 1.2  # times the other words of the window: this is what the experiment comes to
_SIGNS = {"symptom": "✗", "right": "✓", "note": "•"}


class FactsView(QLabel):
    """The sentences under the exhibits. Its height only grows while one page is shown, so that nothing jumps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab.facts")
        self.setAccessibleName("What this shows")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setContentsMargins(16, 8, 16, 10)
        self._lines: tuple[str, ...] = ()
        self._gone, self._comes = False, False  # out of the exhibits' way; on its way into sight
        self._page: tuple[object, ...] = ()  # what it has its height for
        self._told: list[tuple[str, str]] = []
        self._look = theme_of()
        self._old = False
        self._longest = QLabel(self)  # never seen: what it needs is kept free for
        self._longest.setWordWrap(True)
        self._longest.setTextFormat(Qt.TextFormat.RichText)
        self._longest.setContentsMargins(16, 8, 16, 10)
        self._longest.hide()

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences with their numbers, each with its sign."""
        return self._lines

    def show_facts(
        self,
        facts: tuple[Fact, ...],
        numbers: Mapping[str, float | Array],
        decimals: int,
        look: Theme,
        px: int,
        longest: tuple[Fact, ...] = (),
        page: tuple[str, ...] = (),
    ) -> None:
        """Shows them in letters of that height, symptoms first.

        longest: those of the step that needs most room. page: the names of the exhibits over them.
        """
        on = page, look.text_size, self.window().size().toTuple()
        if on != self._page:  # one state has one picture, whatever was seen before
            self._page, self._gone = on, False
            self.forget_height()
        # Outside the window, on the big screen, the application's letters are small: the figures' say how large.
        larger = 1.0 if look.text_size == "projector" else _LARGER
        px = max(round(larger * px), look.small_px)
        if self.font().pixelSize() != px:
            self.setFont(font(px))
            self.setStyleSheet(f"font-size: {px}px")
            self.forget_height()
        order = {"symptom": 0, "right": 1, "note": 2}
        if look.text_size == "projector":  # where numbers come from is not what a class reads
            facts = tuple(fact for fact in facts if fact.kind != "origin")
        shown = sorted(facts, key=lambda fact: order.get(fact.kind, 2))
        told = [(fact.kind, filled(fact.text, numbers, decimals)) for fact in shown]
        self._lines = tuple(f"{_SIGNS.get(kind, '•')} {text}" for kind, text in told)
        self._told, self._look = told, look
        self._write()
        self._longest.setText(_as_table([(fact.kind, filled(fact.text, numbers, decimals)) for fact in longest], look))
        self._appear()
        self._keep_height()

    def set_old(self, old: bool) -> None:
        """Marks the sentences as ones about values that no longer hold, or takes that back."""
        if old != self._old:
            self._old = old
            self.setAccessibleDescription(BEFORE if old else "")
            self._write()

    def give_way(self) -> None:
        """Leaves the room to exhibits that have too little, until the next page."""
        self._gone = True
        if not self._comes:
            self.hide()

    def come_back(self) -> None:
        """Takes its room again where it had given way; exhibits that have too little ask anew."""
        if self._gone:
            self._gone = False
            self._appear()

    def clear_facts(self) -> None:
        """Says nothing, until the next laboratory has something to say."""
        self._lines, self._told, self._gone = (), [], False
        self.clear()
        self.hide()
        self.forget_height()

    def forget_height(self) -> None:
        """Lets the height follow the words again, as for another laboratory."""
        self.setMinimumHeight(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width needs another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMinimumHeight(0)
            self._keep_height()

    def _appear(self) -> None:
        """Shows what there is to say, unless that takes the exhibits' room."""
        self._comes = True
        self.setVisible(bool(self._told) and not self._gone)
        self._comes = False
        if self._gone:  # Qt lays out first: what is hidden on its way into sight would be shown all the same
            self.hide()

    def _write(self) -> None:
        self.setText(_as_table(self._told, self._look, old=self._old))

    def _keep_height(self) -> None:
        if self.width() > 100:
            needed = max(one.heightForWidth(self.width()) for one in (self, self._longest))
            if needed > self.minimumHeight():
                self.setMinimumHeight(needed)


def _as_table(told: list[tuple[str, str]], look: Theme, *, old: bool = False) -> str:
    """The sentences in lines of their own, each after its coloured sign; "" for none. old: in soft letters."""
    palette = look.palette
    colours = {"symptom": palette.error, "right": look.role("values"), "note": palette.soft}
    soft = palette.soft.name()
    own = f' style="color:{soft}"' if old else ""
    rows = [
        f'<tr><td style="color:{soft if old else colours.get(kind, palette.soft).name()}; padding-right:8px">'
        f"<b>{_SIGNS.get(kind, '•')}</b></td><td{own}>{html.escape(text)}</td></tr>"
        for kind, text in told
    ]
    return f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>" if rows else ""
