"""Python's garbage is collected between events, never in the middle of one."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

NAME = "collector"
_INTERVAL = 1000  # milliseconds


def collector_of(application: QObject) -> Collector:
    """The one collector of an application, from its first window on."""
    collector = application.findChild(Collector, NAME) or Collector(application)
    collector.start()
    return collector


class Collector(QObject):
    """Takes the collector's own clock away and collects from a timer, as much as was due.

    Cycles of closed windows hold widgets. Python's clock may strike within a paint event, and freeing a widget there
    ends the process inside Qt (PySide 6.11).
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName(NAME)
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """Goes to work; once more changes nothing."""
        gc.disable()
        if not self._timer.isActive():
            self._timer.start()

    def pass_over(self) -> None:
        """Lets all that is there by now be: modules and classes are no garbage, and many to look through."""
        gc.freeze()

    def collect(self) -> None:
        """Collects the oldest generation that is due."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Gives Python its clock back."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
