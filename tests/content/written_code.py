"""Runs programs that the writers have written, as somebody would who has copied them, and reads what they print."""

from __future__ import annotations

import contextlib
import io
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnviz import Scenario, trace
from attnviz.content.code.program import write_code


@dataclass(frozen=True)
class Ran:
    """What a program left behind, as NumPy arrays, and what it printed."""

    names: dict[str, Any]
    printed: str

    def __getitem__(self, name: str) -> np.ndarray:
        return np.asarray(self.names[name])

    def read(self, name: str) -> np.ndarray:
        """The numbers that stand in the output under a name, in the shape of what was left behind."""
        part = self.printed.split(f"{name}\n", 1)[1]
        part = re.split(r"^(?:output|weights)$", part, flags=re.MULTILINE)[0]
        part = re.sub(r"dtype=\S+|tensor\(|\)", "", part)
        values = [float(word) for word in re.split(r"[\[\],\s]+", part) if word]
        return np.array(values, dtype=self[name].dtype).reshape(self[name].shape)


def run(text: str) -> Ran:
    """The program run in a namespace of its own; a warning in it fails the test."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), np.printoptions():
        exec(compile(text, "<written>", "exec"), names)
    return Ran(names, printed.getvalue())


def written(scenario: Scenario, language: str = "numpy") -> Ran:
    return run(write_code(scenario, language))


def assert_computes(ran: Ran, scenario: Scenario, tolerance: float) -> None:
    """The program's weights and output are the trace's, as close as `tolerance` of the numbers that made them."""
    traced = trace(scenario)
    assert ran["weights"].dtype == traced.weights.dtype
    np.testing.assert_allclose(ran["weights"], traced.weights, rtol=0, atol=tolerance)
    if scenario.sizes.d_v is not None:
        assert ran["output"].dtype == traced.output.dtype
        size = max(1.0, float(np.abs(traced.output).max()))
        np.testing.assert_allclose(ran["output"], traced.output, rtol=0, atol=tolerance * size)
