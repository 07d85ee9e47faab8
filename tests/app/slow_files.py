"""Files that take long, edits of what is in them, and what the window says of them."""

from __future__ import annotations

import pytest
from gates import Gate
from scripted import find

from attnviz.app import scenario_files
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load, save
from attnviz.engine.edits import set_cell


def take_long(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Every file takes long: the gate before them."""
    gate = Gate()
    monkeypatch.setattr(scenario_files, "takes_long_to_load", lambda _path: True)
    monkeypatch.setattr(scenario_files, "takes_long_to_save", lambda _scenario: True)
    monkeypatch.setattr(scenario_files, "load", gate.around(load))
    monkeypatch.setattr(scenario_files, "save", gate.around(save))
    return gate


def edit(window: MainWindow, value: float = 7.25) -> None:
    """Another number in X."""
    window.session.edit("Edit X[1,1]", lambda scenario: set_cell(scenario, "X", 0, 0, value))


def said(window: MainWindow) -> str:
    """What the message bar says."""
    return str(find(window, "message.text").text())
