"""No case of the foreign collections is left out, and the page about them says what is so."""

from __future__ import annotations

import re

from answers import all_torch_cases, onnx_cases, torch_cases
from conformance import PAGE, WAYS, page, runs

WITH_GRADIENTS = ("core", "flex", "mha", "layer", "softmax")


def test_every_case_of_both_collections_is_run() -> None:
    expected = [*all_torch_cases(), *(case.name for case in onnx_cases())]
    assert len(expected) == 200 + 112
    assert set(runs()) == set(expected)


def test_every_case_that_has_gradients_is_run_backwards() -> None:
    for kind in WITH_GRADIENTS:
        for case in torch_cases(kind):
            assert any(name.startswith("d") for name in case.expected)
            assert any("gradients" in way for way in runs()[case.name])


def test_every_case_is_run_through_the_trace() -> None:
    for kind in ("core", "flex", "mha", "layer", "softmax", "decode", "rope", "long"):
        assert all(any("trace" in way for way in runs()[case.name]) for case in torch_cases(kind))
    assert all("trace" in runs()[case.name] for case in onnx_cases())


def test_the_page_is_what_the_tests_do() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python tests/engine/conformance.py`"


def test_the_page_names_every_way_that_is_taken() -> None:
    words = re.findall(r"[\w ]+", page().split("## PyTorch")[0].lower())
    opening = " ".join(words)
    for way in WAYS.values():
        assert way.removesuffix(" in float32").removesuffix(" by head").lower() in opening or way == "rotation"
