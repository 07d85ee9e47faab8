"""A stack of pages is as large as its largest page is now, whichever is shown."""

from __future__ import annotations

import pytest
from figure_scenarios import many_heads, shown_panel
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QHBoxLayout, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnviz.app.controls.pages import Pages


class Sized(QWidget):
    """Asks for a size that changes."""

    wanted = QSize(200, 90)

    def sizeHint(self) -> QSize:
        """What it asks for now."""
        return self.wanted


def top(panel: QWidget) -> int:
    """How far down the tabs begin."""
    bar = panel.findChild(QTabBar, "tabs.heads")
    assert isinstance(bar, QTabBar)
    return bar.mapTo(panel, bar.rect().topLeft()).y()


def test_a_hidden_page_that_got_smaller_gives_its_room_back(qtbot: QtBot) -> None:
    around, pages = QWidget(), Pages()
    qtbot.addWidget(around)
    sized = Sized()
    for inner in (QWidget(), sized):
        page = QWidget()
        QHBoxLayout(page).addWidget(inner)
        pages.addWidget(page)
    whole = QVBoxLayout(around)
    whole.addWidget(pages)
    whole.addStretch(1)
    around.show()
    before = whole.sizeHint().height()

    sized.wanted = QSize(200, 20)
    sized.updateGeometry()
    QApplication.processEvents()

    assert whole.sizeHint().height() == before - 70


@pytest.mark.parametrize("tab", ["heads", "concat"])
def test_tabs_stand_where_they_always_do_after_the_text_got_smaller(qtbot: QtBot, tab: str) -> None:
    panel, fresh = shown_panel(qtbot, many_heads(2)), shown_panel(qtbot, many_heads(2))
    fresh.session.look(tab=tab)
    panel.session.look(text_size="projector")
    QApplication.processEvents()
    panel.session.look(text_size="normal", tab=tab)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: top(panel) == top(fresh))
