"""Files are written whole or not at all, and an existing one is replaced only when asked for."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from attnviz.engine.errors import AttentionError, Where

# What link() answers on file systems without hard links (FAT, some network shares).
_NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


class FileProblem(AttentionError):
    """A file that cannot be read or written. The message names it; `where.name` is its path."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(f"{shown(path)}: {reason}", Where(str(path)))


def write(path: str | os.PathLike[str], data: bytes, *, replace: bool) -> None:
    """Puts `data` into `path` in one step: whoever reads it sees the old file or the whole new one.

    The data goes to a temporary file beside it, reaches the disk, and takes the name. A symbolic link keeps pointing
    where it did; an existing file's permissions stay.
    Raises FileProblem if the file exists and `replace` is False, or if the system refuses; nothing is left behind.
    """
    with writing(path, replace=replace) as file:
        file.write(data)


@contextlib.contextmanager
def writing(path: str | os.PathLike[str], *, replace: bool) -> Iterator[IO[bytes]]:
    """A file to be filled piece by piece, which takes the name once all is in it; else as `write`.

    Whatever ends the filling early, an interrupt too, leaves nothing behind.
    """
    with _in_words(path):
        target, mode = _place_of(path, replace)
        with _put(target, mode, replace) as file:
            yield file


def check_place(path: str | os.PathLike[str], *, replace: bool) -> None:
    """Raises FileProblem if `writing` would before anything is written, as where the folder is gone."""
    with _in_words(path):
        _place_of(path, replace)


def check_name(path: object) -> None:
    """Raises FileProblem for what can be no file's name: empty, with a NUL, half a character, or no text at all."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    try:
        usable = isinstance(name, str) and name != "" and "\0" not in name and bool(os.fsencode(name))
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise FileProblem(path, "this is no file name. Choose another.")


def said(error: OSError) -> str:
    """The reason of an operating system's error and one thing to do."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file or folder. Check the name."
    if isinstance(error, IsADirectoryError):
        return "this is a folder. Give the name of a file."
    if isinstance(error, NotADirectoryError):
        return "part of this path is a file, not a folder. Check the path."
    if isinstance(error, PermissionError):
        return "permission denied. Change the permissions or choose another place."
    return f"{(error.strerror or str(error)).lower()}. Choose another place."


def shown(path: object) -> str:
    """The path for a one-line message: control characters and undecodable bytes are escaped; an empty one is ""."""
    text = str(path) or '""'
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


@contextlib.contextmanager
def _in_words(path: str | os.PathLike[str]) -> Iterator[None]:
    """Says what the operating system refuses."""
    try:
        yield
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        raise FileProblem(path, said(error)) from error


def _exists(path: str | os.PathLike[str]) -> FileProblem:
    return FileProblem(path, "this file exists. Choose another name, or say that it may be replaced.")


def _place_of(path: str | os.PathLike[str], replace: bool) -> tuple[Path, int | None]:
    """The file that the path stands for, past all links, and the permissions that it will have, as `_mode_of`."""
    check_name(path)
    if os.path.basename(path) in ("", os.curdir, os.pardir):  # noqa: PTH119 - Path drops a slash at the end
        raise IsADirectoryError
    target = Path(os.path.realpath(path))
    return target, _mode_of(path, target, replace)


def _mode_of(path: str | os.PathLike[str], target: Path, replace: bool) -> int | None:
    """The permissions of the file that will be replaced; None if there is none yet."""
    try:
        status = target.stat()
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise FileProblem(path, "its folder does not exist. Make the folder first.") from None
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):  # replacing a device such as /dev/null would destroy it
        raise FileProblem(path, "this is no ordinary file. Give the name of a file.")
    if not replace:
        raise FileExistsError
    if not os.access(target, os.W_OK):  # the folder would allow it, but the file says no
        raise PermissionError
    return stat.S_IMODE(status.st_mode)


@contextlib.contextmanager
def _put(target: Path, mode: int | None, replace: bool) -> Iterator[IO[bytes]]:
    import secrets  # here: it loads hashing, which reading a file does not need

    temporary = target.with_name(f".attnviz-{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
        if replace:
            temporary.replace(target)
        else:
            _name_if_free(temporary, target)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _name_if_free(temporary: Path, target: Path) -> None:
    """Gives the file its name unless somebody else took that name meanwhile."""
    try:
        os.link(temporary, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if target.exists():
            raise FileExistsError from None
        temporary.replace(target)
