"""Theme and text size of the application: changed quickly, and once."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from attnviz.app.palette import dress
from attnviz.figures.theme import theme


class CountingButton(QPushButton):
    """Counts how often it is given a style."""

    styled = 0

    def event(self, event: QEvent) -> bool:
        """As any button."""
        if event.type() == QEvent.Type.StyleChange:
            self.styled += 1
        return super().event(event)


def test_another_theme_polishes_each_widget_once(qtbot: QtBot, qapp: QApplication) -> None:
    dress(qapp, theme("dark", "normal"))
    button = CountingButton()
    qtbot.addWidget(button)
    button.show()
    button.styled = 0

    dress(qapp, theme("light", "normal"))

    assert button.styled == 1
