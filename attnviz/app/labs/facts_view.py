"""What a result says in words: symptoms, what is well, notes; told apart by a sign and not by colour alone."""

from __future__ import annotations

import html
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.engine.arrays import Array
from attnviz.figures.labs.amounts import filled
from attnviz.figures.theme import Theme, font
from attnviz.labs.protocol import Fact

_LARGER = 1.2  # times the other words of the window: this is what the experiment comes to
_SIGNS = {"symptom": "✗", "right": "✓", "note": "•"}


class FactsView(QLabel):
    """The sentences under the exhibits. Its height only grows while one laboratory is shown, so that nothing jumps."""

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
        self._gone = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences with their numbers, each with its sign."""
        return self._lines

    def show_facts(
        self, facts: tuple[Fact, ...], numbers: Mapping[str, float | Array], decimals: int, look: Theme, px: int
    ) -> None:
        """Shows them in letters of that height, symptoms first."""
        order = {"symptom": 0, "right": 1, "note": 2}
        shown = sorted(facts, key=lambda fact: order.get(fact.kind, 2))
        # Outside the window, on the big screen, the application's letters are small: the figures' say how large.
        larger = 1.0 if look.text_size == "projector" else _LARGER
        px = max(round(larger * px), look.small_px)
        if self.font().pixelSize() != px:
            self.setFont(font(px))
            self.setStyleSheet(f"font-size: {px}px")
            self.forget_height()
        palette = look.palette
        colours = {"symptom": palette.error, "right": look.role("values"), "note": palette.soft}
        lines, rows = [], []
        for fact in shown:
            sign, text = _SIGNS.get(fact.kind, "•"), filled(fact.text, numbers, decimals)
            lines.append(f"{sign} {text}")
            colour = colours.get(fact.kind, palette.soft).name()
            rows.append(
                f'<tr><td style="color:{colour}; padding-right:8px"><b>{sign}</b></td><td>{html.escape(text)}</td></tr>'
            )
        self._lines = tuple(lines)
        self.setText(f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>" if rows else "")
        self.setVisible(bool(rows) and not self._gone)
        self._keep_height()

    def give_way(self) -> None:
        """Leaves the room to exhibits that have too little, until the next laboratory."""
        self._gone = True
        self.hide()

    def clear_facts(self) -> None:
        """Says nothing, until the next laboratory has something to say."""
        self._lines, self._gone = (), False
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

    def _keep_height(self) -> None:
        if self.width() > 100:
            needed = self.heightForWidth(self.width())
            if needed > self.minimumHeight():
                self.setMinimumHeight(needed)
