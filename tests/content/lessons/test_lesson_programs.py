"""The programs that the course prints run, and give the numbers that the lab shows."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from attnviz.content.lessons.course import lesson
from attnviz.content.presets import preset
from attnviz.engine.tracing import trace

_BLOCK = re.compile(r"```(python)?\n(.*?)```", re.DOTALL)


def _numpy_blocks() -> list[tuple[bool, str]]:
    """The blocks of unit 11 in order, whether each is a program, without those for PyTorch."""
    blocks = [
        (bool(kind), text)
        for step in lesson("in-code").steps
        if "PyTorch" not in step.title and "torch" not in step.text and "F." not in step.text
        for kind, text in _BLOCK.findall(step.text)
    ]
    assert len(blocks) >= 5
    return blocks


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the programs leave behind, run one after the other as a learner types them; what they print is checked."""
    names: dict[str, Any] = {}
    for is_program, text in _numpy_blocks():
        if is_program:
            capsys.readouterr()
            exec(text, names)
        else:
            assert capsys.readouterr().out.rstrip() == text.rstrip()
    return names


def test_the_five_lines_are_five(ran: dict[str, Any]) -> None:
    first = next(text for is_program, text in _numpy_blocks() if is_program)
    body = first[first.index("def attention") :].splitlines()[1:]
    assert len([line for line in body if line.strip()]) == 5


def test_the_five_lines_give_the_worked_page(ran: dict[str, Any]) -> None:
    traced = trace(preset("by-hand"))
    output, weights = ran["attention"](
        *(traced.at(name) for name in ("queries", "keys", "values")), np.ones((3, 3), bool)
    )
    np.testing.assert_allclose(weights, traced.at("weights"), rtol=0, atol=1e-12)
    np.testing.assert_allclose(output, traced.output, rtol=0, atol=1e-12)


def test_the_heads_in_numpy_give_the_two_heads_of_the_lab(ran: dict[str, Any]) -> None:
    scenario = preset("two-heads")
    matrices = [scenario.matrix(name) for name in ("X", "W_Q", "W_K", "W_V", "W_O")]
    output, weights = ran["multi_head"](*matrices, 2, np.ones((4, 4), dtype=bool))
    np.testing.assert_allclose(weights, trace(scenario).weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(output, trace(scenario).output, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    "one", [step for step in lesson("in-code").steps if "python" in step.text], ids=lambda s: s.title
)
def test_every_program_is_python(one: Any) -> None:
    for kind, text in _BLOCK.findall(one.text):
        if kind:
            compile(text, one.title, "exec")
