"""What a step states: sentences that tick live, folded away until somebody wants to see them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from attnviz.app.lessons.checks import ClaimView, button
from attnviz.app.lessons.player import LessonPlayer
from attnviz.content.lessons.claims import Verdict, judge_claim
from attnviz.content.lessons.model import Claim
from attnviz.engine.errors import AttentionError
from attnviz.figures.theme import Theme, font

HEADING = "True with these numbers"
CHANGED = "Still true after your change"  # a task may well ask for what makes the text untrue


class ClaimsView(QWidget):
    """All claims of a step under a heading that counts those that hold, and that opens and folds them."""

    def __init__(self, claims: tuple[Claim, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lesson.claims")
        self._claims = claims
        self._views = [ClaimView(number, claim, self) for number, claim in enumerate(claims)]
        self._heading: QToolButton = button("lesson.claims.fold", HEADING, self)
        self._heading.setProperty("fold", True)
        self._heading.setCheckable(True)
        self._heading.setChecked(False)
        self._heading.setToolTip("Show or hide what the step says of its numbers, and what of it holds at present")
        self._heading.toggled.connect(self._fold)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._heading, 0, Qt.AlignmentFlag.AlignLeft)
        for view in self._views:
            column.addWidget(view)
        self._fold(False)

    def show_state(self, player: LessonPlayer) -> None:
        """Ticks each claim; how many hold stands in the heading."""
        verdicts = [verdict_of(claim, player) for claim in self._claims]
        for view, verdict in zip(self._views, verdicts, strict=True):
            view.show_verdict(verdict)
        waits = any(verdict is None for verdict in verdicts)
        count = "…" if waits else f"{sum(one is not None and one.true for one in verdicts)} of {len(verdicts)}"
        heading = f"{CHANGED if player.changed else HEADING}: {count}"
        self._heading.setText(f"{'▾' if self._heading.isChecked() else '▸'} {heading}")
        self._heading.setAccessibleName(heading)

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        self._heading.setFont(font(max(11, px - 2), bold=True))
        for view in self._views:
            view.show_look(look, px)

    def _fold(self, opened: bool) -> None:
        for view in self._views:
            view.setVisible(opened)
        self._heading.setText(f"{'▾' if opened else '▸'}{self._heading.text().lstrip('▾▸')}")


def verdict_of(claim: Claim, player: LessonPlayer) -> Verdict | None:
    """Whether a claim holds at present; None while the laboratory of the step has no numbers yet."""
    if player.step.lab and not player.lab_numbers:
        return None
    try:
        return judge_claim(claim, player.session.state.trace, player.lab_numbers)
    except AttentionError:  # what cannot be read is told by `attnviz check`, not to learners
        return None
