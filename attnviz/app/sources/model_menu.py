"""The Model menu: a sentence in a model, a file with weights, and the way back to the grid of heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from attnviz.app.controls.commands import Commands

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


class ModelMenu(QMenu):
    """Actions action.model, action.model_file and action.grid."""

    def __init__(self, commands: Commands, window: MainWindow) -> None:
        super().__init__("&Model", window)
        commands.add(
            "model", "A &Sentence in a Model…", lambda: window.rooms.show_source(), "Ctrl+Shift+L",
            sentence="Type a sentence and see what every head of a small real model looks at",
        )  # fmt: skip
        commands.add(
            "model_file", "Saved &Weights or Checkpoint…", lambda: window.rooms.choose_source(),
            sentence="Open attention weights that were saved, or a model's own matrices",
        )  # fmt: skip
        commands.add(
            "grid",
            "&Grid of Heads",
            lambda: window.rooms.show_source(),
            "F3",
            sentence="Back to all heads of the model at once",
        )
        commands.fill(self, "model model_file | grid")
