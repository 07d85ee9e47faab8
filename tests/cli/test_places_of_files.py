"""A file that cannot be written is refused before what takes long is computed for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnviz.cli import pictures, walk
from attnviz.cli.command import main
from attnviz.labs.catalogue import lab

LAB = lab("root-d-k")
VERBS = (
    pytest.param(["walk", "by-hand", "-o"], "walk.gif", walk, "_frames", id="walk"),
    pytest.param(["render", "by-hand", "--figure", "weights", "-o"], "w.png", pictures, "picture_of", id="render"),
    pytest.param(["lab", LAB.name, "-o"], "numbers.json", LAB, "run", id="lab"),
)
PLACES = {"gone": "its folder does not exist. Make the folder first.", "there": "this file exists. Choose another"}


@pytest.mark.usefixtures("qapp")  # else a lesser application stands in the way of later tests
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("words", "name", "owner", "computing"), VERBS)
def test_a_place_where_nothing_can_be_written_is_refused_first(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    name: str,
    owner: object,
    computing: str,
    place: str,
) -> None:
    monkeypatch.setattr(owner, computing, lambda *_: pytest.fail("computed"))
    path = tmp_path / "gone" / name if place == "gone" else tmp_path / name
    if place == "there":
        path.write_bytes(b"mine")
    assert main([*words, str(path)]) == 2
    assert f"attnviz: {path}: {PLACES[place]}" in capsys.readouterr().err
    assert not path.exists() or path.read_bytes() == b"mine"
