"""The Present menu: start, choose a screen, save a walk as pictures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from attnviz.app.controls.commands import Commands
from attnviz.app.presenting.presenting import Presenting

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


class PresentMenu(QMenu):
    """F5 presents the lesson from its step on, or the scenario; Shift+F5 from the lesson's beginning."""

    def __init__(self, commands: Commands, presenting: Presenting, window: MainWindow) -> None:
        super().__init__("&Present", window)
        self.setObjectName("menu.present")
        self.setToolTipsVisible(True)
        self._presenting = presenting
        self._settings = window.settings
        add = commands.add
        add(
            "present", "&Present", presenting.start, "F5", sentence="Full screen, one step with each press of a clicker"
        )
        add(
            "present_from_start", "Present from the &Beginning", partial(presenting.start, from_the_beginning=True),
            "Shift+F5", sentence="The lesson from its first step",
        )  # fmt: skip
        add(
            "reduce_motion", "&Reduce Motion", self._toggle_motion, says=lambda: self._settings.reduce_motion,
            checkable=True, sentence="Numbers appear in their place instead of moving there",
        )  # fmt: skip
        commands.check("reduce_motion", self._settings.reduce_motion)
        add(
            "save_walk", "Save as Pict&ures…", presenting.save_walk, sentence="Every step as an animated GIF or as PNGs"
        )
        self.screens = QMenu("On &Screen", self)
        self.screens.setObjectName("menu.screens")
        self.screens.aboutToShow.connect(self._list_screens)
        commands.fill(self, "present present_from_start")
        self.addMenu(self.screens)
        commands.fill(self, "reduce_motion | save_walk")

    def _toggle_motion(self) -> None:
        self._settings.reduce_motion = not self._settings.reduce_motion

    def _list_screens(self) -> None:
        """Screens come and go with their cables."""
        self.screens.clear()
        group = QActionGroup(self.screens)
        presenter = self._presenting.presenter
        chosen, own = presenter.screen(), presenter.screens()[0]
        for number, screen in enumerate(presenter.screens(), start=1):
            size = screen.size()
            here = ", this window's" if screen is own else ""
            text = f"&{number}  {screen.name().replace('&', '&&')} ({size.width()} × {size.height()}{here})"
            action = self.screens.addAction(text, partial(self._choose, screen.name()))
            action.setObjectName(f"action.screen.{number}")
            action.setCheckable(True)
            action.setChecked(screen is chosen)
            group.addAction(action)

    def _choose(self, name: str) -> None:
        self._settings.presenting_screen = name
