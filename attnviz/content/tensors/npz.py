"""Reads .npz archives: several arrays by name, each checked before it is unpacked, none of them a pickle."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from functools import partial
from typing import IO

from attnviz.content.atomic import FileProblem
from attnviz.content.tensors.npy_header import NpyHeader, read_header
from attnviz.content.tensors.tensors import MOST_BYTES, Entry, Identity, Tensors, identity_of, opened, quoted
from attnviz.engine.errors import counted

_MOST_ENTRIES = 10_000
# What zipfile and zlib say about damaged archives.
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    ValueError,
    OSError,
)


def open_npz(path: str | os.PathLike[str]) -> Tensors:
    """The arrays of the archive, listed; only their headers are unpacked. Raises FileProblem for a damaged archive."""
    with opened(path) as file:
        identity = identity_of(file)
        try:
            with zipfile.ZipFile(file) as archive:
                members = archive.infolist()
                check_members(members, path)
                entries = {_bare(one.filename): _entry(archive, one, path, identity) for one in members}
        except FileProblem:
            raise
        except DAMAGE as error:
            raise _damaged(path) from error
    if not entries:
        raise FileProblem(path, "this archive holds no array. Choose another.")
    return Tensors(os.fspath(path), entries)


def check_members(members: list[zipfile.ZipInfo], path: str | os.PathLike[str]) -> None:
    """Raises FileProblem for too many members, for one that is there twice, and for one packed in an unknown way."""
    if len(members) > _MOST_ENTRIES:
        raise FileProblem(path, f"this archive holds {len(members)} arrays, more than are read here. Save fewer.")
    seen: set[str] = set()
    for member in members:
        name = _bare(member.filename)
        if name in seen:
            raise FileProblem(path, f"{quoted(name)} is there twice. Keep one of them.")
        seen.add(name)
        if is_closed(member):
            raise FileProblem(
                path, f"{quoted(name)} is encrypted or packed in a way that is not read here. Save it with numpy.savez."
            )


def is_closed(member: zipfile.ZipInfo) -> bool:
    """True if a member is encrypted, or packed in another way than NumPy does."""
    return bool(member.flag_bits & 1) or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def _bare(name: str) -> str:
    return name.removesuffix(".npy")


def _entry(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: str | os.PathLike[str], known: Identity) -> Entry:
    """One member by its header; its numbers stay packed."""
    name = _bare(member.filename)
    with archive.open(member) as stream:
        header = read_header(stream)
    if header is None:
        raise FileProblem(path, f"{quoted(name)} is no NumPy array. Choose an archive that numpy.savez wrote.")
    there = member.file_size - header.start
    if header.format.readable and header.size != there:
        raise FileProblem(
            path,
            f"{quoted(name)} should have {counted(header.size, 'byte')} but has {there}. Save the file again.",
        )
    unpack = partial(_unpacked, os.fspath(path), known, member.filename, header)
    return Entry(os.fspath(path), known, header.format, header.shape, header.start, header.fortran, unpack)


def _unpacked(path: str, known: Identity, member: str, header: NpyHeader) -> bytes:
    """All the bytes of a member's numbers; zipfile compares their checksum. Raises FileProblem."""
    with opened(path) as file:
        if identity_of(file) != known:
            raise FileProblem(path, "the file has changed since it was opened. Open it again.")
        try:
            with zipfile.ZipFile(file) as archive, archive.open(member) as stream:
                return _after_header(stream, header, path)
        except FileProblem:
            raise
        except DAMAGE as error:
            raise _damaged(path) from error


def _after_header(stream: IO[bytes], header: NpyHeader, path: str) -> bytes:
    stream.read(header.start)
    raw = stream.read(min(header.size, MOST_BYTES))
    if stream.read(1) or len(raw) != header.size:
        raise _damaged(path)
    return raw


def _damaged(path: str | os.PathLike[str]) -> FileProblem:
    return FileProblem(path, "the archive is damaged. Get or save the file again.")
