"""The list of keys to hide: as quick for thousands of tokens as for three."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListView, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario
from attnviz.app.controls.padding_list import Keys, PaddingList
from attnviz.app.session import Session

TOKENS = 4096
ROLE = Qt.ItemDataRole


def thousands() -> Session:
    W = np.eye(2)
    tokens = tuple(f"token {row}" for row in range(TOKENS))
    return Session(Scenario(Projected(np.ones((TOKENS, 2)), W, W, W), tokens=tokens))


def test_the_keys_are_a_sound_model(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    session = thousands()
    keys = Keys(session, parent)
    keys.show_state(session.state)
    qtmodeltester.check(keys)  # type: ignore[no-untyped-call]


def test_no_text_is_made_before_the_list_opens(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = Keys.text

    def text(self: Keys, key: int) -> str:
        made.append(key)
        return real(self, key)

    monkeypatch.setattr(Keys, "text", text)
    button = QWidget()
    qtbot.addWidget(button)
    session = thousands()
    popup = PaddingList(session, button)
    session.edit("Hide", lambda now: now)
    assert made == []
    popup.open_under(button)
    assert len(set(made)) < 500
    popup.close()


def test_a_tick_far_down_hides_that_key(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    session = thousands()
    popup = PaddingList(session, parent)
    popup.open_under(parent)
    index = popup.keys.index(4000)
    assert popup.keys.data(index) == "4001  token 4000"
    popup.keys.setData(index, Qt.CheckState.Checked, ROLE.CheckStateRole)
    assert session.state.scenario.mask.padding == (4000,)
    assert popup.keys.data(index, ROLE.CheckStateRole) == Qt.CheckState.Checked
    popup.close()


def test_a_closed_list_holds_nothing_and_opens_where_it_was(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    popup = PaddingList(thousands(), parent)
    popup.open_under(parent)
    view = popup.findChild(QListView)
    assert isinstance(view, QListView)
    view.setCurrentIndex(popup.keys.index(3000))
    popup.close()
    assert popup.keys.rowCount() == 0
    popup.open_under(parent)
    assert view.currentIndex().row() == 3000
    popup.close()
