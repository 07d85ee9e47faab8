"""Reads and writes a document's files: at once where that takes no time, else beside the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from attnviz.app.errand import Errand
from attnviz.app.worker import Report
from attnviz.content.atomic import check_place
from attnviz.content.attn_file import is_own, load, save, takes_long_to_load, takes_long_to_save
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario

_OPENING, _SAVING = "Opening", "Saving"


class ScenarioFiles:
    """Each call comes back with whether it was done or is on its way; `failed` gets why a file cannot be had.

    window: where it is told what goes on; None has everything done at once.
    """

    def __init__(self, window: QWidget | None, failed: Callable[[AttentionError], None]) -> None:
        self._errand = None if window is None else Errand(window)
        self._failed = failed

    def read(self, path: Path, done: Callable[[Scenario, bool], None]) -> bool:
        """Has `done` take the scenario, and whether the file is its own, which may be written anew."""

        def deed(_report: Report | None) -> tuple[Scenario, bool]:
            return load(path), is_own(path)

        if self._errand is not None and takes_long_to_load(path):
            self._errand.begin(f"{_OPENING} {path.name}", deed, lambda found: done(*found), self._failed)
            return True
        try:
            found = deed(None)
        except AttentionError as error:
            self._failed(error)
            return False
        done(*found)
        return True

    def write(self, scenario: Scenario, path: Path, done: Callable[[], None]) -> bool:
        """Writes the file, whole or not at all, and calls `done`; behind others that are being written.

        A file that is being opened comes after it, also if this one is stopped, and not at all if it cannot be written,
        for it would take the place of what is still unsaved.
        """
        going_on = "" if self._errand is None else self._errand.what
        opening = going_on.startswith(_OPENING)

        def refuse(error: AttentionError) -> None:
            if opening:
                self.stop()
                error = AttentionError(f"{error} {going_on} was stopped.", error.where)
            self._failed(error)

        def deed(report: Report | None) -> None:
            save(scenario, path, report=report)

        beside = self._errand is not None and takes_long_to_save(scenario)
        try:
            if beside:
                check_place(path, replace=True)  # now, and not once the worker has come to it
            else:
                deed(None)
        except AttentionError as error:
            refuse(error)
            return False
        if self._errand is not None and beside:
            what = f"{_SAVING} {path.name}"
            self._errand.begin(what, deed, lambda _: done(), refuse, before=opening, behind=not opening)
        else:
            done()
        return True

    def finish_writing(self) -> None:
        """Comes back when a file that is being written is there, for nothing may take its place."""
        if self._errand is not None and self._errand.what.startswith(_SAVING):
            self._errand.wait()

    def stop(self) -> None:
        """What was asked for before would come too late now."""
        if self._errand is not None:
            self._errand.drop()
