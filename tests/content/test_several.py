"""Several files are written all or none, and whatever stood there before stays until all of them can be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.several import write_several


def test_all_files_are_written(tmp_path: Path) -> None:
    write_several({tmp_path / "a": b"1", tmp_path / "b": b"2"}, replace=False)
    assert [(tmp_path / name).read_bytes() for name in "ab"] == [b"1", b"2"]


@pytest.mark.parametrize("replace", [True, False])
def test_if_one_cannot_be_written_the_others_are_as_they_were(replace: bool, tmp_path: Path) -> None:
    if replace:
        (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "b").mkdir()
    with pytest.raises(FileProblem):
        write_several({tmp_path / "a": b"1", tmp_path / "b": b"2"}, replace=replace)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == (["a", "b"] if replace else ["b"])
    if replace:
        assert (tmp_path / "a").read_bytes() == b"old"


@pytest.mark.parametrize("fault", [PermissionError(13, "Permission denied"), OSError(5, "Input/output error")])
def test_an_old_file_that_cannot_be_kept_is_a_named_fault(
    fault: OSError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def refuse(_path: Path) -> bytes:
        raise fault

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(FileProblem, match="a: "):
        write_several({tmp_path / "a": b"1", tmp_path / "b": b"2"}, replace=True)
    assert not (tmp_path / "b").exists()
