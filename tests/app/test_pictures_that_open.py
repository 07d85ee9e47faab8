"""A picture that was exported opens its scenario again, and is never what Save writes over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger
from test_document import drop, edit

from attnviz.app.dialogs.export_choice import ExportChoice
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load
from attnviz.content.presets import preset
from attnviz.engine.cells import Region
from attnviz.engine.errors import AttentionError
from attnviz.figures.export import ExportOptions
from attnviz.figures.view import Veil


def exported(window: MainWindow, path: Path) -> Path:
    choice = ExportChoice("weights", None, ExportOptions(format=path.suffix[1:]))  # type: ignore[arg-type]
    path.write_bytes(choice.bytes_of(window.session.state))
    return path


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_dropped_picture_opens_the_scenario_that_it_shows(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    window = opened(qtbot, shown=False)
    edit(window)
    shown = window.session.state.scenario
    picture = exported(window, tmp_path / f"figure.{kind}")
    trigger(window, "undo")
    drop(window, picture)
    assert window.session.state.scenario == shown
    assert window.windowTitle() == "figure.attn[*] — attnviz"


def test_saving_what_came_in_a_picture_asks_where_and_leaves_the_picture(qtbot: QtBot, tmp_path: Path) -> None:
    target = tmp_path / "mine.attn"
    window = opened(qtbot, file_to_save=target, shown=False)
    picture = exported(window, tmp_path / "figure.png")
    before = picture.read_bytes()
    window.document.open(picture)
    edit(window)
    trigger(window, "save")
    assert picture.read_bytes() == before
    assert load(target) == window.session.state.scenario


def test_a_picture_without_a_scenario_says_so_and_changes_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, shown=False)
    picture = tmp_path / "photo.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    drop(window, picture)
    assert "carries no scenario" in find(window, "message.text").text()
    assert window.session.state.scenario == preset("by-hand")


def test_a_figure_with_numbers_to_be_predicted_does_not_carry_them(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, shown=False)
    state = window.session.state
    veil = Veil(regions=(Region("weights", 0, (1, 2), (0, 3)),))
    veiled = replace(state, view=replace(state.view, veil=veil))
    path = tmp_path / "question.svg"
    path.write_bytes(ExportChoice("weights", None, ExportOptions(format="svg")).bytes_of(veiled))
    with pytest.raises(AttentionError, match="carries no scenario"):
        load(path)
