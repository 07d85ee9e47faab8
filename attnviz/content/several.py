"""Several files that belong together are written all or none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from attnviz.content.atomic import FileProblem, said, write

Named = TypeVar("Named", str, Path)  # how files are named


def write_several(files: Mapping[Named, bytes], *, replace: bool) -> None:
    """Writes every file; if one cannot be written, those before it are as they were.

    Raises FileProblem as `atomic.write` does, for an existing file too if `replace` is False.
    """
    before: dict[Named, bytes | None] = {}
    try:
        for number, (path, data) in enumerate(files.items(), 1):
            old = _content(path) if number < len(files) else None  # nothing can fail after the last one
            write(path, data, replace=replace)
            before[path] = old
    except BaseException:  # an interrupt too must leave nothing half done
        for path, kept in before.items():
            if kept is None:
                Path(path).unlink(missing_ok=True)
            else:
                write(path, kept, replace=True)
        raise


def _content(path: str | Path) -> bytes | None:
    """What the file holds now, None if there is none. Raises FileProblem."""
    try:
        return Path(path).read_bytes() if Path(path).is_file() else None
    except OSError as error:
        raise FileProblem(path, said(error)) from error
