"""The names that scripts, notebooks and tests may rely on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import attnviz

PUBLIC = (
    "attention", "gradients", "trace", "Trace", "Scenario", "Projected", "Direct", "GivenWeights", "Mask", "load",
    "save", "AttentionError", "HiddenRow", "Rotary", "Alibi",
)  # fmt: skip


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    assert name in attnviz.__all__
    assert name in dir(attnviz)
    assert getattr(attnviz, name).__doc__


def test_all_lists_nothing_but_public_names() -> None:
    assert sorted(attnviz.__all__) == sorted(PUBLIC)


def test_a_name_that_is_not_public_is_refused_as_by_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'attnviz' has no attribute 'surprise'"):
        attnviz.surprise  # noqa: B018


def test_the_errors_are_value_errors_with_a_place() -> None:
    assert issubclass(attnviz.HiddenRow, attnviz.AttentionError)
    assert issubclass(attnviz.AttentionError, ValueError)
    with pytest.raises(attnviz.AttentionError) as caught:
        attnviz.attention([[1.0]], [[1.0]], [[float("nan")]])
    assert (caught.value.where.name, caught.value.where.row, caught.value.where.column) == ("v", 0, 0)


def test_a_scenario_goes_from_numbers_to_output_with_public_names_alone() -> None:
    inputs = attnviz.Projected([[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 0], [0, 1]], [[10, 0], [0, 10]])
    traced = attnviz.trace(attnviz.Scenario(inputs, mask=attnviz.Mask(causal=True)))
    assert traced.weights[0, 0].tolist() == [1.0, 0.0]
    assert traced.output[1].round(3).tolist() == [3.302, 6.698]


def test_the_version_is_three_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", attnviz.__version__)


def test_importing_the_package_and_tracing_brings_in_neither_qt_nor_the_floors_above() -> None:
    program = """
import sys, attnviz
attnviz.trace(attnviz.Scenario(attnviz.Direct([[1.0]], [[1.0]], [[1.0]]))).output
above = ("PySide6", "pyqtgraph", "attnviz.content", "attnviz.figures", "attnviz.app")
print([name for name in sys.modules if name.startswith(above)])
"""
    where = Path(attnviz.__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=where)
    assert done.stdout.strip() == "[]"
