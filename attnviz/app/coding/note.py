"""What stands beside the program: the stage that the present line computes, its formula and what it is."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from attnviz.content.stage_formulas import added_to_scores, formula_of, role_of, title_of
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import AttentionError
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.theme import Theme, font

HINT = "Click a line, or step with F10: what it computes is lit in the figures. Select a number, and its line is lit."
WIDTH = 20  # in letters' heights


class CodeNote(QFrame):
    """Three lines of text: title, formula and shape, a sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("code.note")
        self._title, self._formula, self._sentence = (QLabel(self) for _ in range(3))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(4)
        for label in (self._title, self._formula, self._sentence):
            label.setWordWrap(True)
            column.addWidget(label)
        self._formula.setProperty("part", "soft")
        column.addStretch(1)

    def show_stage(self, trace: Trace, name: str, head: int, decimals: int, theme: Theme, px: int) -> None:
        """Tells of a stage or input; "" tells what one can do."""
        self.setFixedWidth(WIDTH * px)
        given = (own for own, _ in trace.scenario.given())
        known = name in (*trace.stages, *given, *added_to_scores(trace))
        title = title_of(name) if known else ""
        formula = formula_of(trace, name, head, decimals) if known else ""
        sentence = BY_NAME[name].sentence if name in trace.stages else "" if known else HINT
        self._title.setText(title)
        self._formula.setText(f"{formula}  ·  {_shape(trace, name)}" if known else "")
        self._sentence.setText(sentence)
        for label, own in (
            (self._title, font(px + 1, bold=True)),
            (self._formula, font(px)),
            (self._sentence, font(px)),
        ):
            label.setFont(own)
            label.setVisible(bool(label.text()))
        colours = self._title.palette()
        colours.setColor(QPalette.ColorRole.WindowText, theme.role(role_of(name)))
        self._title.setPalette(colours)


def _shape(trace: Trace, name: str) -> str:
    try:
        rows, columns = shape_of(trace, name)
    except AttentionError:
        return ""
    return f"{rows}×{columns}"
