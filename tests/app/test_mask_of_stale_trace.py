"""Painting a mask while the picture is of the scenario before: what hides a key is asked of the scenario as it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pytestqt.qtbot import QtBot

from attnviz import Direct, Mask, Scenario
from attnviz.app.pipeline.mask_painting import MaskStroke
from attnviz.app.session import Session
from attnviz.engine.cells import Cell

T = 900


def causal() -> Session:
    draw = np.random.default_rng(5)
    inputs = Direct(*(draw.standard_normal((T, 16)) for _ in range(3)))
    return Session(Scenario(inputs, heads=8, mask=Mask(causal=True)))


def test_a_key_that_no_mask_hides_any_more_can_be_painted_at_once(qtbot: QtBot) -> None:
    session = causal()
    session.edit("Causal off", lambda scenario: replace(scenario, mask=Mask()))
    MaskStroke(session).touch(Cell("weights", 0, 100, 700))
    custom = session.state.scenario.mask.custom
    assert session.state.refused is None
    assert custom is not None
    assert not custom[100, 700]


def test_a_key_that_a_mask_hides_since_just_now_is_refused(qtbot: QtBot) -> None:
    session = causal()
    session.edit("Causal off", lambda scenario: replace(scenario, mask=Mask()))
    session.edit("Causal on", lambda scenario: replace(scenario, mask=Mask(causal=True)))
    MaskStroke(session).touch(Cell("weights", 0, 100, 700))
    assert "causal" in str(session.state.refused)
