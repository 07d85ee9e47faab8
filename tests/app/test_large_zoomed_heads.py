"""All heads of thousands of tokens, zoomed: single cells come beside the window, whatever else is kept."""

from __future__ import annotations

import threading

import pytest
from large_maps import LONG, large, opened_large, settled
from pytestqt.qtbot import QtBot

from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.window import MainWindow
from attnviz.figures import board
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.picture import Picture
from attnviz.figures.viewport import Viewport


def blocks(window: MainWindow) -> list[tuple[int, int]]:
    """The rows and columns that a code of each head's picture stands for."""
    views = [window.findChild(FigureView, f"figure.heads.{head}") for head in (1, 2)]
    figures = [view.figure for view in views if view is not None]
    return [one.picture.block(0) for one in figures if isinstance(one, LargeMap) and one.picture is not None]


def test_single_cells_of_zoomed_heads_come_from_the_worker(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, cut = [], Picture.part

    def part(self: Picture, *ends: object) -> Picture:
        threads.append(threading.current_thread())
        return cut(self, *ends)  # type: ignore[arg-type]

    monkeypatch.setattr(Picture, "part", part)
    window = opened_large(qtbot, large(LONG))
    window.session.look(tab="heads")
    settled(qtbot, window)
    qtbot.waitUntil(lambda: len(blocks(window)) == 2, timeout=20_000)
    assert min(min(block) for block in blocks(window)) > 1
    window.session.look(viewport=Viewport(500, 400, 60, 60))
    assert len(blocks(window)) == 2  # the thumbs stay meanwhile
    qtbot.waitUntil(lambda: blocks(window) == [(1, 1), (1, 1)], timeout=20_000)
    settled(qtbot, window)
    assert threads
    assert threading.main_thread() not in threads


def test_the_title_over_zoomed_heads_says_no_longer_that_a_point_is_several_cells(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, of = [], board._pooled

    def pooled(*over: object) -> str:
        said.append(of(*over))  # type: ignore[arg-type]
        return said[-1]

    monkeypatch.setattr(board, "_pooled", pooled)
    window = opened_large(qtbot, large(LONG))
    window.session.look(tab="heads")
    settled(qtbot, window)
    qtbot.waitUntil(lambda: len(blocks(window)) == 2, timeout=20_000)
    window.session.look(viewport=Viewport(500, 400, 60, 60))
    qtbot.waitUntil(lambda: said[-1].startswith("strongest of"), timeout=20_000)  # the thumbs stay meanwhile
    qtbot.waitUntil(lambda: blocks(window) == [(1, 1), (1, 1)], timeout=20_000)
    settled(qtbot, window)
    qtbot.wait(50)
    assert said[-1] == ""
