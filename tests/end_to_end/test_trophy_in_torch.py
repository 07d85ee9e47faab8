"""From a sentence to code: type it, find the head where “it” looks at “trophy”, edit it, take it out thrice."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from attnviz.app.dialogs.export_choice import as_shown
from attnviz.app.dialogs.questions import Questions
from attnviz.app.session import Session
from attnviz.app.sources.grid_view import GridView
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load
from attnviz.content.sources.source import Place
from attnviz.figures.overview.head_grid import grid_places

TROPHY = "The trophy did not fit in the suitcase because it was too big."
IT, AT_TROPHY, AT_SUITCASE = 10, 2, 8  # positions from 0
BEST = Place(3, 1)
EDITED = "0.75"


class _Answers(Questions):
    """Export Figure… is answered with SVG, every file dialog with a place in the folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(QWidget())
        self.folder = folder

    def export_figure(self, state: Any, figure: str, looks: Any) -> Any:
        choice = as_shown(state, "weights", looks)
        return replace(choice, options=replace(choice.options, format="svg", theme="light"))

    def file_to_save(self, _suggestion: Path, suffix: str) -> Path:
        return self.folder / f"mine{suffix}"


def _window(qtbot: QtBot, folder: Path) -> MainWindow:
    window = MainWindow(Session(load("by-hand")), origin="by-hand", questions=_Answers(folder))
    qtbot.addWidget(window, before_close_func=lambda made: made.document.session.undo_stack.setClean())
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window


def _part(window: QWidget, name: str, kind: Callable[..., Any]) -> Any:
    found = window.findChild(kind, name)  # type: ignore[call-overload]
    assert found is not None, f"there is no {name}"
    return found


def _trigger(window: MainWindow, name: str) -> None:
    _part(window, f"action.{name}", QAction).trigger()


def _find_and_open(qtbot: QtBot, window: MainWindow) -> None:
    """Menu, sentence, two tokens, the best head, a click on its map."""
    _trigger(window, "model")
    sentence = _part(window, "source.sentence", QLineEdit)
    qtbot.keyClicks(sentence, TROPHY)
    qtbot.keyClick(sentence, Qt.Key.Key_Return)
    grid = _part(window, "source.grid", GridView)
    qtbot.waitUntil(lambda: grid.grid is not None and not window.rooms.show_source().running, timeout=60_000)
    assert (len(grid.grid.layers), grid.grid.heads) == (6, 12)
    for name, typed in (("query", "11"), ("key", "3")):
        box = _part(window, f"source.find.{name}", QComboBox)
        box.setFocus()
        qtbot.keyClicks(box, typed)
    first = _part(window, "source.find.1", QToolButton)
    assert first.text() == "1 ★ layer 4, head 2:  0.574"
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    tile = grid_places(grid.grid, grid.place, grid.theme).tile_rect(BEST)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=tile.center().toPoint())


def _type_into(window: MainWindow, pane: str, text: str) -> None:
    """Types a number into the first cell of a pane."""
    view = _part(window, pane, QTableView)
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClicks(view, text[:1])
    QTest.keyClicks(QApplication.focusWidget(), text[1:])
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def _command(*words: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "attnviz", *map(str, words)], capture_output=True, text=True, timeout=120, check=True
    )
    return done.stdout


def _in_latex(document: Path) -> list[list[str]]:
    """The numbers of each row of the matrix; what rounds to 0 is written there as ≈0."""
    text = _command(
        "export", document, "--stage", "weights", "--format", "latex", "--matrices", "--whole", "--no-labels"
    )
    rows = [line for line in text.splitlines() if line.count("&") == 15]
    return [re.findall(r"0\.\d{3}", row) for row in rows]


def _in_torch(document: Path, program: Path) -> np.ndarray:
    _command("code", document, "--language", "torch", "-o", program)
    show = f"import json, runpy; print(json.dumps(runpy.run_path({str(program)!r})['weights'].tolist()))"
    done = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, timeout=120, check=True)
    return np.array(json.loads(done.stdout.splitlines()[-1]))


def _on_the_map(svg: Path) -> list[str]:
    """The numbers of the map; the legend's ends are whole ones."""
    texts = (text.strip() for text in ElementTree.parse(svg).getroot().itertext())
    return [text for text in texts if re.fullmatch(r"0\.\d{3}", text)]


def test_the_head_is_found_opened_edited_and_taken_out_as_map_latex_and_pytorch(
    qtbot: QtBot, tmp_path: Path, golden: Path
) -> None:
    window = _window(qtbot, tmp_path)
    _find_and_open(qtbot, window)
    with np.load(golden / "real_minilm_all.npz", allow_pickle=False) as stored:
        reference = stored["attentions_0"][3, 1]
    weights = window.session.state.trace.at("weights", 0)
    np.testing.assert_allclose(weights, reference, atol=1e-5)
    assert f"{weights[IT, AT_TROPHY]:.3f}" == "0.574"
    assert f"{weights[IT, AT_SUITCASE]:.3f}" == "0.252"
    assert not window.rooms.in_source

    _type_into(window, "pane.W_Q", EDITED)
    edited = window.session.state.trace.at("weights", 0)
    assert window.session.state.scenario.matrix("W_Q")[0, 0] == 0.75
    assert np.abs(edited - weights).max() > 1e-4

    _trigger(window, "save")
    _trigger(window, "export")
    document, picture = tmp_path / "mine.attn", tmp_path / "mine.svg"
    by_torch = _in_torch(document, tmp_path / "mine.py")
    np.testing.assert_allclose(by_torch.reshape(edited.shape), edited, atol=1e-9)
    rows = [[f"{weight:.3f}" for weight in row if weight >= 0.0005] for row in by_torch[0]]
    assert _in_latex(document) == rows
    assert sorted(_on_the_map(picture)) == sorted(text for row in rows for text in row)
    window.session.undo_stack.setClean()


@pytest.mark.parametrize("steps", [2])
def test_two_undo_steps_lead_back_to_the_document_before(qtbot: QtBot, tmp_path: Path, steps: int) -> None:
    window = _window(qtbot, tmp_path)
    before = window.session.state.scenario
    _find_and_open(qtbot, window)
    _type_into(window, "pane.W_Q", EDITED)
    for _ in range(steps):
        _trigger(window, "undo")
    assert window.session.state.scenario == before
