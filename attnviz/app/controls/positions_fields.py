"""The numbers of the positions in force: how fast rotary pairs turn and from where, or what ALiBi's distance costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from attnviz.app.controls import forms
from attnviz.app.controls.forms_controls import Typed, enable
from attnviz.content.numerals import full
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario

_LONGEST = 4000  # letters: the angles of some hundred pairs
_INDENT = 12


class PositionsFields:
    """Rows of a grid, of which only those of the kind in force are seen.

    edit: runs an edit of `forms` with its values; True if it was taken.
    """

    def __init__(self, edit: Callable[..., bool], parent: QWidget) -> None:
        self.base = Typed("control.positions.base", "Base", lambda text: edit(forms.rotary, "base", text), parent)
        self.angles = Typed("control.positions.angles", "Angle a place", partial(edit, forms.angles), parent)
        self.start = Typed("control.positions.start", "Start", lambda text: edit(forms.rotary, "start", text), parent)
        self.slopes = Typed("control.positions.slopes", "Slope of each head", partial(edit, forms.slopes), parent)
        for field in (self.angles, self.slopes):
            field.setMaxLength(_LONGEST)
        self.by_base = QPushButton("Use a Base", parent)
        self.by_base.setObjectName("control.positions.by_base")
        self.by_base.clicked.connect(lambda: edit(forms.rotary, "base", full(Rotary().base)))
        self._fields = (self.base, self.angles, self.start, self.slopes)
        self._titles = tuple(QLabel(parent) for _ in self._fields)

    def add_to(self, grid: QGridLayout, row: int) -> int:
        """Puts the rows into a grid from that row on; comes back with the row after them."""
        for title, field in zip(self._titles, self._fields, strict=True):
            title.setIndent(_INDENT)
            grid.addWidget(title, row, 0)
            grid.addWidget(field, row, 1)
            if field is self.angles:
                grid.addWidget(self.by_base, row, 2)
            row += 1
        return row

    @property
    def first(self) -> QWidget:
        """The field that says most of the kind in force."""
        return next((field for field in self._fields if not field.isHidden()), self.base)

    def show_positions(self, scenario: Scenario, why_not: str) -> None:
        """Shows the fields of the kind in force with their numbers; why_not disables all of them."""
        own, size = scenario.positions, scenario.sizes
        turning = own if isinstance(own, Rotary) else None
        given = turning is not None and turning.frequencies is not None
        angles = turning.per_position(size.d_k or 0) if turning else ()
        slopes = own.of(size.heads) if isinstance(own, Alibi) else ()
        apart = " with spaces between"
        shown = (
            (_plain(turning.base) if turning and not given else "", "Base", "Pair i turns by base^(−2i/width) a place"),
            (
                " ".join(map(forms.angle_text, angles)),
                "Angle a place" if len(angles) == 1 else "Angles a place",
                f"By how much each pair turns from one place to the next, in degrees{apart if len(angles) > 1 else ''}",
            ),
            (str(turning.start) if turning else "", "First position", "Where the first key stands"),
            (
                " ".join(map(forms.slope_text, slopes)),
                "Slope" if len(slopes) == 1 else "Slope of each head",
                f"What a score loses with each place of distance{apart if len(slopes) > 1 else ''}",
            ),
        )
        for title, field, (text, words, tip) in zip(self._titles, self._fields, shown, strict=True):
            field.show_number(text, why_not, tip)
            title.setText(words)
            for widget in (title, field):
                widget.setVisible(bool(text))
        self.by_base.setVisible(given)
        enable(self.by_base, why_not, "Let pair i turn by base^(−2i/width) a place, as most models do")


def _plain(value: float) -> str:
    return full(value).removesuffix(".0")
