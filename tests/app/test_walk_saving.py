"""The window saves a walk as pictures, all of them or none."""

from __future__ import annotations

from pathlib import Path

from scripted import opened


def saving(qtbot, path, *, going=True, **answers):
    window = opened(qtbot, walk_file=path, progress=lambda done: going, **answers)
    window.presenting.save_walk()


def test_the_walk_of_the_document_is_saved_as_a_gif(qtbot, tmp_path: Path) -> None:
    target = tmp_path / "walk.gif"
    saving(qtbot, target)
    assert target.read_bytes()[:6] == b"GIF89a"


def test_a_walk_is_saved_as_numbered_pictures(qtbot, tmp_path: Path) -> None:
    saving(qtbot, tmp_path / "walk.png")
    assert (tmp_path / "walk-01.png").read_bytes()[:4] == b"\x89PNG"


def test_a_walk_that_is_stopped_leaves_nothing_behind(qtbot, tmp_path: Path) -> None:
    saving(qtbot, tmp_path / "walk.png", going=False)
    assert list(tmp_path.glob("walk*")) == []


def test_an_existing_walk_is_replaced_only_when_agreed(qtbot, tmp_path: Path) -> None:
    target = tmp_path / "walk.gif"
    target.write_bytes(b"mine")
    saving(qtbot, target, replace=False)
    assert target.read_bytes() == b"mine"


def test_no_file_chosen_changes_nothing(qtbot) -> None:
    saving(qtbot, None)
