"""What can be done with a figure of the pipeline, offered where the pointer or the keyboard is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from attnviz.app.controls.commands import Commands


def figure_menu(commands: Commands, parent: QWidget) -> QMenu:
    """The menu; it is gone once it was used."""
    menu = QMenu(parent)
    menu.setObjectName("menu.figure")
    copies = "copy_figure copy_numbers copy_latex copy_markdown"
    commands.fill(menu, f"{copies} | export export_numbers export_document print")
    menu.setToolTipsVisible(True)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
