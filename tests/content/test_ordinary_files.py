"""Reading takes memory for what is there and never blocks: pipes and devices are refused by every reader."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.attn_file import load
from attnviz.content.importing import read_path
from attnviz.content.lessons.reader import read_text
from attnviz.content.ordinary_files import opened, read_up_to


class Asked(io.BytesIO):
    """A file that remembers how much was asked for at once."""

    most = 0

    def read(self, size: int | None = -1) -> bytes:
        self.most = max(self.most, size if size is not None and size >= 0 else 1 << 62)
        return super().read(size)


def test_a_short_file_is_not_asked_for_a_gigabyte() -> None:
    file = Asked(b"short")
    assert read_up_to(file, 1 << 30) == b"short"
    assert file.most <= 1 << 20


@pytest.mark.parametrize("most", [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
def test_no_more_is_read_than_was_allowed(most: int) -> None:
    data = bytes(range(256)) * (10 << 10)  # 2.5 MB
    assert read_up_to(io.BytesIO(data), most) == data[:most]


@pytest.mark.parametrize("reader", [opened, load, read_text, read_path])
@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_what_is_no_ordinary_file_is_refused(reader, name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileProblem, match=r"this is no ordinary file\. Give the name of a file"):
        reader(tmp_path / name)


@pytest.mark.parametrize("reader", [opened, load, read_text])
def test_a_folder_is_called_one(reader, tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match="this is a folder"):
        reader(tmp_path)
