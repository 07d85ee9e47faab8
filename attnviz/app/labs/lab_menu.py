"""The Lab menu: one command for each laboratory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from attnviz.app.controls.commands import Commands
from attnviz.labs.introductions import INTRODUCTIONS

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


_FORGOTTEN = {"mistake": "no-mask"}
# As the menu has them: in the order of the course within each of its two parts.
_IN_ORDER = sorted(INTRODUCTIONS, key=lambda lab: lab.takes_scenario)
OWN, SHOWN = "With Numbers of Its Own", "On the Scenario That Is Shown"


class LabMenu(QMenu):
    """Actions action.lab.<name>, each with its sentence: those with numbers of their own, those on any scenario."""

    def __init__(self, commands: Commands, window: MainWindow) -> None:
        super().__init__("&Lab", window)
        for number, lab in enumerate(_IN_ORDER, start=1):
            commands.add(
                f"lab.{lab.name}",
                _titled(number, lab.title),
                partial(window.show_lab, lab.name),
                sentence=lab.sentence,
            )
        commands.add(
            "forget_mask", "What If the Mask Is &Forgotten?", partial(window.show_lab, "mistakes", _FORGOTTEN),
            "Ctrl+Alt+M", sentence="The scenario that is shown with its mask and without it, side by side",
        )  # fmt: skip
        for section, wanted in ((OWN, False), (SHOWN, True)):
            self.addSection(section)
            commands.fill(self, " ".join(f"lab.{lab.name}" for lab in INTRODUCTIONS if lab.takes_scenario is wanted))
        commands.fill(self, "| forget_mask")


def _titled(number: int, title: str) -> str:
    """Number and title; the access key is the number's last figure, or beyond ten, where all are taken, a letter."""
    return f"{number // 10 or ''}&{number % 10}  {title}" if number <= 10 else f"{number}  &{title}"


def exhibit_menu(commands: Commands, parent: QWidget) -> QMenu:
    """What can be done with an exhibit, which is the one in use by then."""
    menu = QMenu(parent)
    menu.setObjectName("menu.exhibit")
    commands.fill(menu, "copy_figure copy_numbers | export export_numbers print")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
