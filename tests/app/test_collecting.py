"""Garbage is collected between events, and only where the program asked for it."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtWidgets import QApplication
from scripted import opened

from attnviz.app.collecting import Collector, collector_of


@pytest.fixture
def collector(qapp):
    collector = collector_of(qapp)
    yield collector
    gc.disable()  # as the test run has it


def test_pythons_own_clock_stands_still_while_the_program_runs(collector):
    assert not gc.isenabled()


def test_the_clock_is_given_back_at_the_end(qapp):
    collector_of(qapp).stop()
    enabled = gc.isenabled()
    gc.disable()  # as the test run has it, and what is there before the tests is passed over
    gc.collect()
    gc.freeze()
    assert enabled


def test_what_is_due_is_collected_from_the_timer(qtbot, collector):
    seen = []
    watch = lambda phase, info: seen.append(info["generation"]) if phase == "start" else None  # noqa: E731
    kept = [[] for _ in range(2000)]
    gc.callbacks.append(watch)
    try:
        qtbot.waitUntil(lambda: bool(seen), timeout=5000)
    finally:
        gc.callbacks.remove(watch)
    assert kept


def test_two_windows_share_one_collector(qtbot):
    opened(qtbot)
    opened(qtbot)
    assert len(QApplication.instance().findChildren(Collector)) == 1
