"""Import: what was read and how it was understood on the left, the matrix on the right, what will change below."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.importing.consequences import NOTHING, outcomes
from attnviz.app.importing.draft import Brought, Draft
from attnviz.app.importing.foot import Foot
from attnviz.app.importing.parts_side import PartsSide
from attnviz.app.importing.preview_side import PreviewSide
from attnviz.app.importing.reading_in import Reader
from attnviz.app.worker import Line, Report, Told
from attnviz.content.importing.found import Reading
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.figures.theme import Theme

_WIDTH, _HEIGHT = 72, 44  # in heights of the controls' text
_LEFT = 25


# "files" or "clipboard" to what reads that, and whether it takes long
More = Callable[[str], tuple[list[Reader], bool]]
Change = Callable[[Draft], Draft]


@dataclass(frozen=True, eq=False)
class ImportAnswer:
    """What a person decided. new: as a document of its own. label: of the undo step."""

    scenario: Scenario
    label: str
    new: bool


class ImportDialog(QDialog):
    """Every choice shows at once what comes of it; nothing is done before a button says so.

    unseen: nobody looks at the document that it could go into, or chose it, so that a new one is offered first.
    """

    def __init__(
        self,
        draft: Draft,
        look: Theme,
        parent: QWidget | None = None,
        *,
        more: More | None = None,
        unseen: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("import")
        self.setWindowTitle(f"Import {Path(draft.found.name).name}")
        self.draft = draft
        self._more, self._unseen = more, unseen
        self._answer: ImportAnswer | None = None
        self._changes: list[Change] = []  # of a large draft, which are being worked out
        self._line = Line(self)
        self._line.told.connect(self._hear)
        self._parts = PartsSide(self)
        self._preview = PreviewSide(look, self)
        self._foot = Foot(self)
        buttons = QDialogButtonBox(self)
        accept = QDialogButtonBox.ButtonRole.AcceptRole
        self._here = self._button(buttons, "&Import into this document", "import.ok", accept)
        self._new = self._button(buttons, "As a &new document", "import.new", accept)
        self._cancel = self._button(buttons, "&Cancel", "import.cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self._here.clicked.connect(lambda: self._finish(new=False))
        self._new.clicked.connect(lambda: self._finish(new=True))
        buttons.rejected.connect(self.reject)
        self._arrange(buttons)
        self._parts.targeted.connect(lambda target: self._become(lambda draft: draft.becoming(target)))
        self._parts.selected.connect(lambda place: self._become(lambda draft: draft.looking_at(place)))
        self._parts.more_asked.connect(self._add)
        self._parts.offer_more(more is not None)
        self._parts.heads_said.connect(lambda heads: self._become(lambda draft: draft.with_heads(heads)))
        self._parts.format_said.connect(lambda dtype: self._become(lambda draft: draft.computed_in(dtype)))
        for side in (self._parts, self._preview):
            side.chosen.connect(self._choose)
        self._show()

    def answer(self) -> ImportAnswer | None:
        """What was decided, None if nothing is imported."""
        return self._answer

    def done(self, result: int) -> None:
        """Lets go of what brings further files, which holds the window."""
        self._more = None
        self._line.stop()
        super().done(result)

    def _become(self, change: Change, *, long: bool = False) -> None:
        """Shows what a change makes of the draft; one that cannot be had is said, and the draft before stays.

        What takes long is worked out beside the window, and all changes that were asked for meanwhile.
        """
        if long or self._changes or self.draft.is_large:
            self._changes.append(change)
            self._allow(here=False, new=False)
            self._line.start(partial(_changed, self.draft, tuple(self._changes)))
            return
        try:
            self._take(change(self.draft))
        except AttentionError as error:
            self._refuse(error)

    def _hear(self, told: Told) -> None:
        if not told.ended:
            return
        self._changes = []
        if isinstance(told.result, Draft):
            self._take(told.result)
        elif isinstance(told.error, AttentionError):
            self._refuse(told.error)

    def _take(self, draft: Draft) -> None:
        self.draft = draft
        self._show()
        self._parts.complain("")

    def _refuse(self, error: AttentionError) -> None:
        self._show()
        self._parts.complain(str(error))

    def _choose(self, key: str, value: str) -> None:
        """One convention; where the text cannot be read so, that is said and the last reading stays."""
        self._become(lambda draft: draft.choosing(key, value))

    def _add(self, where: str) -> None:
        """Further files, or the clipboard, into the same import."""
        readers, long = self._more(where) if self._more is not None else ([], False)
        if readers:
            self._become(
                lambda draft: draft.with_more([Brought(again(Reading()), again) for again in readers]), long=long
            )

    def _allow(self, *, here: bool, new: bool) -> None:
        """Which of the two ways can be taken."""
        for button, on in ((self._here, here), (self._new, new)):
            if button.isEnabled() != on:
                button.setEnabled(on)

    def _show(self) -> None:
        draft = self.draft
        self._parts.show_draft(draft)
        self._preview.show_draft(draft)
        into, alone = outcomes(draft)
        self._foot.show_outcomes(draft, into, alone)
        here = into.possible
        new = alone is not None and alone.possible
        self._allow(here=here, new=new)
        alone_first = self._unseen or not here or into.words == NOTHING
        (self._new if new and alone_first else self._here).setDefault(True)
        stops = [*self._parts.stops(), *self._preview.stops(), self._here, self._new, self._cancel]
        for before, after in itertools.pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _finish(self, *, new: bool) -> None:
        plan = self.draft.new if new else self.draft.here
        if plan.scenario is not None:
            self._answer = ImportAnswer(plan.scenario, plan.label, new)
            self.accept()

    def _button(self, box: QDialogButtonBox, text: str, name: str, role: QDialogButtonBox.ButtonRole) -> QPushButton:
        button = box.addButton(text, role)
        button.setObjectName(name)
        button.setAccessibleName(text.replace("&", ""))
        return button

    def _arrange(self, buttons: QDialogButtonBox) -> None:
        scroll = QScrollArea(self)
        scroll.setObjectName("import.parts")
        scroll.setWidget(self._parts)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        unit = self.fontMetrics().height()
        scroll.setFixedWidth(_LEFT * unit)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        sides = QHBoxLayout()
        column.addLayout(sides, 1)
        sides.setSpacing(16)
        sides.addWidget(scroll)
        sides.addWidget(self._preview, 1)
        column.addWidget(self._foot)
        column.addWidget(buttons)
        parent = self.parentWidget()
        room = parent.window().size() if parent is not None else self.screen().availableSize()
        wanted = QSize(_WIDTH * unit, _HEIGHT * unit)
        self.resize(wanted.boundedTo(QSize(max(room.width() - 40, 600), max(room.height() - 40, 400))))


def _changed(draft: Draft, changes: tuple[Change, ...], _report: Report) -> Draft:
    for change in changes:
        draft = change(draft)
    return draft.work_out()
