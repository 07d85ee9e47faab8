"""The Lab menu: one command for each laboratory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from attnviz.app.controls.commands import Commands
from attnviz.labs.catalogue import LABS

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


class LabMenu(QMenu):
    """Actions action.lab.<name>, in the order of the course, each with its sentence."""

    def __init__(self, commands: Commands, window: MainWindow) -> None:
        super().__init__("&Lab", window)
        for number, lab in enumerate(LABS, start=1):
            commands.add(
                f"lab.{lab.name}", f"&{number}  {lab.title}", partial(window.show_lab, lab.name), sentence=lab.sentence
            )
        commands.fill(self, " ".join(f"lab.{lab.name}" for lab in LABS))
