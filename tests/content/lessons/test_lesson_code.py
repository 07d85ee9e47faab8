"""The programs printed in the course run, print what the page says, and agree with the engine."""

from __future__ import annotations

import contextlib
import io
import re
from typing import Any

import numpy as np
import pytest

import attnviz
from attnviz.content.lessons.course import lesson
from attnviz.engine.inputs import Direct, Projected

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PAGES = tuple(_BLOCK.findall(step.text) for step in lesson("in-code").steps)


def _of_torch(code: str) -> bool:
    return "torch" in code or "F." in code


def _run(pages: int) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Every name after the NumPy programs of so many pages, and each printed text beside the page's own."""
    names: dict[str, Any] = {}
    printed: list[tuple[str, str]] = []
    for blocks in _PAGES[:pages]:
        out = io.StringIO()
        for language, code in blocks:
            if language == "python" and not _of_torch(code) and "assert" not in code:
                with contextlib.redirect_stdout(out):
                    exec(code, names)
            elif not language:
                printed.append((out.getvalue().strip(), code.strip()))
    return names, printed


def test_the_programs_print_what_the_pages_say() -> None:
    printed = _run(len(_PAGES))[1]
    assert len(printed) == 2
    assert [made for made, _ in printed] == [said for _, said in printed]


def test_the_five_lines_agree_with_the_engine() -> None:
    names, traced = _run(1)[0], attnviz.trace(attnviz.load("by-hand-causal"))
    output, weights = names["attention"](traced.queries[0], traced.keys[0], traced.values[0], np.tri(3, dtype=bool))
    np.testing.assert_allclose(weights, traced.weights[0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(output, traced.output, rtol=0, atol=1e-12)


def test_the_heads_agree_with_the_engine() -> None:
    names, scenario = _run(len(_PAGES))[0], attnviz.load("two-heads")
    given = scenario.inputs
    assert isinstance(given, Projected)
    traced = attnviz.trace(scenario)
    output, weights = names["multi_head"](
        given.X, given.W_Q, given.W_K, given.W_V, given.W_O, 2, np.ones((4, 4), dtype=bool)
    )
    np.testing.assert_allclose(weights, traced.weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(output, traced.output, rtol=0, atol=1e-12)


def test_the_checks_of_shape_hold_for_four_different_sizes() -> None:
    checks = next(code for blocks in _PAGES for _, code in blocks if "assert K.shape" in code)
    traced = attnviz.trace(attnviz.load("cross-attention"))
    names = _run(1)[0] | {"Q": traced.queries[0], "K": traced.keys[0], "V": traced.values[0]}
    exec(checks, names)


def test_the_checks_of_shape_refuse_keys_turned_on_their_side() -> None:
    checks = next(code for blocks in _PAGES for _, code in blocks if "assert K.shape" in code)
    sides = Direct(np.ones((2, 4)), np.ones((3, 4)), np.ones((3, 5)))
    names = _run(1)[0] | {"Q": sides.Q, "K": sides.K.T, "V": sides.V}
    with pytest.raises(AssertionError):
        exec(checks, names)


@pytest.mark.parametrize("code", [code for blocks in _PAGES for _, code in blocks if _of_torch(code)])
def test_the_programs_for_pytorch_can_be_compiled(code: str) -> None:
    assert compile(code, "page", "exec")
