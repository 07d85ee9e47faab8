"""The Code menu inside View: the scenario as a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from attnviz.app.controls.commands import Commands

if TYPE_CHECKING:
    from attnviz.app.coding.coding import Coding
    from attnviz.app.window import MainWindow


class CodeMenu(QMenu):
    """What one can do with the code, whether it is shown or not."""

    def __init__(self, commands: Commands, window: MainWindow) -> None:
        super().__init__("C&ode", window)
        self.setObjectName("menu.code")
        self.setToolTipsVisible(True)
        self._window = window
        self._coding: Coding | None = None
        add = commands.add
        add("code", "&Show Code", lambda: self.coding.toggle(), "F12", checkable=True,
            sentence="The same in NumPy or PyTorch, below the figures")  # fmt: skip
        add("code_next", "&Next Step", lambda: self.coding.step(1), "F10",
            sentence="To the next line of code that computes something, and its stage is lit")  # fmt: skip
        add("code_previous", "&Previous Step", lambda: self.coding.step(-1), "Ctrl+F10")
        add("code_copy", "Cop&y Code", lambda: self.coding.copy(), sentence="The whole program, ready to run")
        add("code_save", "Export &Code…", lambda: self.coding.save(), sentence="The whole program as a .py file")
        commands.fill(self, "code | code_next code_previous | code_copy code_save")

    @property
    def coding(self) -> Coding:
        """What does it all, made when it is first asked for."""
        if self._coding is None:
            from attnviz.app.coding.coding import Coding

            self._coding = Coding(self._window)
        return self._coding
