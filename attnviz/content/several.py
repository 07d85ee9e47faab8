"""Several files that belong together are written all or none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attnviz.content.atomic import write

Name = str | os.PathLike[str]


def write_several(files: Mapping[Name, bytes], *, replace: bool) -> None:
    """Writes every file; if one cannot be written, those before it are as they were.

    Raises FileProblem as `atomic.write` does, for an existing file too if `replace` is False.
    """
    before: dict[Name, bytes | None] = {}
    try:
        for path, data in files.items():
            old = Path(path).read_bytes() if Path(path).is_file() else None
            write(path, data, replace=replace)
            before[path] = old
    except BaseException:  # an interrupt too must leave nothing half done
        for path, kept in before.items():
            if kept is None:
                Path(path).unlink(missing_ok=True)
            else:
                write(path, kept, replace=True)
        raise
