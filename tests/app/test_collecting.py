"""Garbage is collected between events, and only where the program asked for it."""

from __future__ import annotations

import gc

import pytest

from attnviz.app.collecting import Collector


@pytest.fixture
def collector(qapp):
    collector = Collector(qapp)
    yield collector
    collector.stop()
    gc.disable()  # as the test run has it


def test_pythons_own_clock_stands_still_while_the_program_runs(collector):
    assert not gc.isenabled()


def test_the_clock_is_given_back_at_the_end(qapp):
    collector = Collector(qapp)
    collector.stop()
    enabled = gc.isenabled()
    gc.disable()
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
