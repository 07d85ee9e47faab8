"""Where a lesson's laboratory stands on the big screen: live, in the figure's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from attnviz.app.session import Session
from attnviz.content.lessons.model import Step

if TYPE_CHECKING:
    from attnviz.app.labs.lab_room import LabRoom
    from attnviz.app.presenting.stage import Stage


class LabPlace:
    """Makes the laboratory when the first step needs one, and hides it for the others."""

    def __init__(self, session: Session, stage: Stage) -> None:
        self._session = session
        self._stage = stage
        self._step: Step | None = None
        self.room: LabRoom | None = None

    def show_lab(self, step: Step | None, place: QRectF, *, question: bool = False, covered: bool = False) -> None:
        """Shows the step's laboratory with the values that it sets; hides it where the step has none.

        covered: something else is on the screen for a while, and what a person set comes back with the laboratory.
        """
        if step is None or not step.lab or question:
            if self.room is not None:
                self.room.hide()
            self._step = None
            return
        if step is self._step:
            assert self.room is not None
            self.room.setVisible(not covered)
            self.stand(place)
            return
        self._step = step
        if self.room is None:
            from attnviz.app.labs.lab_room import LabRoom

            self.room = LabRoom(self._session, self._stage, scrolls=False, moves=lambda: self._stage.motion.on)
            self.room.middle.setProperty("part", "")  # no frame, as no figure of a slide has one
            self.room.column.hide()  # arrows and marks are dragged; the rest comes when it is called
        self.room.open(step.lab, step.lab_values)
        self.stand(place)
        self.room.setVisible(not covered)

    def stand(self, place: QRectF) -> None:
        """Fills the figure's place."""
        if self.room is not None:
            self.room.setGeometry(place.toAlignedRect())

    @property
    def is_shown(self) -> bool:
        """True while a laboratory stands on the screen."""
        return self._step is not None

    def toggle_controls(self) -> None:
        """Shows the laboratory's controls beside its exhibits, or takes them away."""
        if self.room is not None:
            self.room.column.setVisible(self.room.column.isHidden())

    def close_down(self) -> None:
        """Stops what runs."""
        if self.room is not None:
            self.room.close_down()
