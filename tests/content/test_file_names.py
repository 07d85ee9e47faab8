"""What is no name of a file is refused in words, for reading as for writing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import attnviz
from attnviz.content.atomic import FileProblem, write
from attnviz.content.presets import preset
from attnviz.engine.errors import FieldError

NAMES = ["", "\ud800", "\ud800.attn", "a\0b", b"x", b"x.attn", 5, None, 1.5]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "use",
    [
        lambda name: attnviz.load(name),
        lambda name: attnviz.save(preset("by-hand"), name),
        lambda name: write(name, b"", replace=False),
    ],
)
def test_what_is_no_file_name_is_refused(use: Callable[[object], object], name: object, tmp_path: Path) -> None:
    with pytest.raises(FileProblem) as caught:
        use(name)
    assert not str(caught.value).startswith(":")
    assert str(caught.value).isprintable()
    assert list(tmp_path.iterdir()) == []


def test_an_empty_name_is_shown_as_such() -> None:
    with pytest.raises(FileProblem, match=r'^"": this is no file name\. Choose another\.$'):
        attnviz.load("")


@pytest.mark.parametrize("name", ["new/", "new//", "new/.", "new/sub/..", ".", "..", "/"])
def test_a_name_of_a_folder_makes_no_file(name: str, tmp_path: Path) -> None:
    for replace in (True, False):
        with pytest.raises(FileProblem, match="this is a folder"):
            write(name, b"data", replace=replace)
    assert list(tmp_path.iterdir()) == []


def test_a_path_object_is_a_file_name(tmp_path: Path) -> None:
    attnviz.save(preset("by-hand"), tmp_path / "a.attn")
    assert attnviz.load(tmp_path / "a.attn") == preset("by-hand")


@pytest.mark.parametrize("scenario", [None, "by-hand", {}])
def test_only_a_scenario_can_be_saved(scenario: object, tmp_path: Path) -> None:
    with pytest.raises(FieldError, match="a Scenario"):
        attnviz.save(scenario, tmp_path / "a.attn")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
