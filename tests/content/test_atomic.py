"""Files are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from attnviz.content import atomic
from attnviz.content.atomic import FileProblem, check_place, write


def test_a_new_file_holds_the_data_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", b"data", replace=False)
    assert (tmp_path / "a.txt").read_bytes() == b"data"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_an_existing_file_is_kept_unless_replacing_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    with pytest.raises(FileProblem, match="exists"):
        write(path, b"new", replace=False)
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_replacing_keeps_the_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write(path, b"new", replace=True)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_that_the_umask_gives(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write(tmp_path / "ours", b"", replace=False)
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_keeps_pointing_at_the_file_that_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "link", b"new", replace=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["missing/a.txt", ".", "x" * 300, "a\0b"])
def test_a_place_that_cannot_be_written_is_a_named_problem(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileProblem) as caught:
        write(f"{tmp_path}/{name}", b"data", replace=False)
    assert str(tmp_path) in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_never_replaced() -> None:
    with pytest.raises(FileProblem, match="no ordinary file"):
        write(os.devnull, b"data", replace=True)


def test_a_full_disk_leaves_the_old_file_and_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(FileProblem, match="no space left"):
        write(path, b"new", replace=True)
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_system_without_links_still_takes_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(atomic.os, "link", refused)
    write(tmp_path / "a.txt", b"data", replace=False)
    assert (tmp_path / "a.txt").read_bytes() == b"data"


def test_the_message_about_a_file_is_one_line_whatever_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileProblem) as caught:
        write(tmp_path / "no\nfolder" / "a", b"", replace=False)
    assert "\n" not in str(caught.value)


def refusal(deed: Callable[..., None], *given: object, replace: bool) -> str:
    """Why that cannot be, "" if it was done."""
    try:
        deed(*given, replace=replace)
    except FileProblem as problem:
        return str(problem)
    return ""


@pytest.mark.parametrize("replace", [True, False])
@pytest.mark.parametrize("place", ["gone/a.txt", ".", "there.txt/a.txt", "there.txt", "new.txt", "half\0"])
def test_a_place_is_refused_before_writing_as_it_would_be_then(tmp_path: Path, place: str, replace: bool) -> None:
    (tmp_path / "there.txt").write_bytes(b"old")
    path = f"{tmp_path}/{place}"
    assert refusal(check_place, path, replace=replace) == refusal(write, path, b"new", replace=replace)


def test_checking_a_place_leaves_nothing_there(tmp_path: Path) -> None:
    check_place(tmp_path / "new.txt", replace=False)
    assert list(tmp_path.iterdir()) == []
