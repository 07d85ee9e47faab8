"""The window saves a walk as pictures, all of them or none."""

from __future__ import annotations

from pathlib import Path

from scripted import find, opened

from attnviz.content import several
from attnviz.content.atomic import FileProblem


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


def test_a_folder_that_is_gone_is_said_before_anything_is_drawn(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, walk_file=tmp_path / "gone" / "walk.png")  # nobody is asked, nor told how far it is
    window.presenting.save_walk()
    assert "folder does not exist" in find(window, "message.text").text()


def test_pictures_that_cannot_all_be_written_leave_the_old_ones(qtbot, tmp_path: Path, monkeypatch) -> None:
    old = tmp_path / "walk-01.png"
    old.write_bytes(b"mine")
    write = several.write

    def full(path: Path, data: bytes, *, replace: bool) -> None:
        if path.name == "walk-03.png":
            raise FileProblem(path, "no space left on device. Choose another place.")
        write(path, data, replace=replace)

    monkeypatch.setattr(several, "write", full)
    saving(qtbot, tmp_path / "walk.png", replace=True)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("walk-01.png", b"mine")]


def test_the_next_dialog_begins_where_a_walk_was_saved(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, walk_file=tmp_path / "walk.png", progress=lambda done: True)
    window.presenting.save_walk()
    assert window.settings.folder == tmp_path


def test_no_file_chosen_changes_nothing(qtbot) -> None:
    saving(qtbot, None)
