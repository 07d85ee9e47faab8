"""Reads .npy files: one array, which goes by the name of its file."""

from __future__ import annotations

import os
from pathlib import Path

from attnviz.content.atomic import FileProblem, said
from attnviz.content.tensors.formats import not_read
from attnviz.content.tensors.npy_header import read_header
from attnviz.content.tensors.tensors import Entry, Tensors, identity_of, opened
from attnviz.engine.errors import counted


def open_npy(path: str | os.PathLike[str]) -> Tensors:
    """The one array of the file, listed. Raises FileProblem for a damaged file and for what holds no real numbers."""
    with opened(path) as file:
        identity = identity_of(file)
        try:
            header = read_header(file)
        except OSError as error:
            raise FileProblem(path, said(error)) from error
    if header is None:
        raise FileProblem(path, "this is no NumPy array, or its header is damaged. Save it again with numpy.save.")
    kind = header.format
    if not kind.readable:
        raise FileProblem(path, f"this array holds {not_read(kind.name)}")
    there = identity.size - header.start
    if header.size != there:
        raise FileProblem(
            path, f"the header announces {counted(header.size, 'byte')} but {there} follow. Save the file again."
        )
    name = Path(path).name.removesuffix(".npy") or "array"
    return Tensors(
        os.fspath(path),
        {name: Entry(os.fspath(path), identity, kind, header.shape, header.start, header.fortran)},
    )
