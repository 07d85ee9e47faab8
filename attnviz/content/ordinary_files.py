"""Files are read only if they are ordinary ones, and piece by piece, so that memory grows with what is there."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO

from attnviz.content.atomic import FileProblem, check_name, said

_PIECE = 1 << 20


def opened(path: str | os.PathLike[str]) -> IO[bytes]:
    """The ordinary file, open for reading. Raises FileProblem; a pipe or a device is refused before it can block."""
    check_name(path)
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError
        if not stat.S_ISREG(mode):
            raise FileProblem(path, "this is no ordinary file. Give the name of a file.")
        return Path(path).open("rb")
    except OSError as error:
        raise FileProblem(path, said(error)) from error


def there(path: Path) -> bool:
    """True if there is such a file; a name that no file can have is no reason to fail before that is said in words."""
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises where a name is too long


def read_up_to(file: IO[bytes], most: int) -> bytes:
    """What is left in the file, at most so many bytes. Raises OSError.

    One read of `most` bytes would ask for the memory of all of them, however short the file is.
    """
    pieces: list[bytes] = []
    while most > 0 and (piece := file.read(min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)
