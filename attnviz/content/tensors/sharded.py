"""Reads a model that is spread over several safetensors files, by the index that says which array lies in which."""

from __future__ import annotations

import os
from pathlib import Path

from attnviz.content import strict_json
from attnviz.content.atomic import FileProblem, said, shown
from attnviz.content.tensors.safetensors import MOST_HEADER, MOST_TENSORS, open_safetensors
from attnviz.content.tensors.tensors import Tensors, opened, quoted
from attnviz.engine.errors import AttentionError

INDEX_ENDING = ".safetensors.index.json"


def open_index(path: str | os.PathLike[str]) -> Tensors:
    """The arrays of all the files that an index names, listed as if they were one file.

    Raises FileProblem for a damaged index, a file that is missing, and an array that is not where the index says.
    """
    where = _weight_map(path)
    folder = Path(path).parent
    files = {name: open_safetensors(_beside(path, folder, name)) for name in dict.fromkeys(where.values())}
    entries = {}
    for name, file in where.items():
        if name not in files[file].entries:
            raise FileProblem(path, f"{quoted(name)} should lie in {shown(file)} but does not. Get both files again.")
        entries[name] = files[file].entries[name]
    return Tensors(os.fspath(path), entries)


def _weight_map(path: str | os.PathLike[str]) -> dict[str, str]:
    with opened(path) as file:
        try:
            text = file.read(MOST_HEADER + 1)
        except OSError as error:
            raise FileProblem(path, said(error)) from error
    if len(text) > MOST_HEADER:
        raise FileProblem(path, "this index is larger than any that is read here. Choose another file.")
    try:
        index = strict_json.parse(text, os.fspath(path))
    except FileProblem:
        raise
    except AttentionError as error:
        raise FileProblem(path, str(error)) from error
    where = index.get("weight_map") if isinstance(index, dict) else None
    if not isinstance(where, dict) or not where or not all(isinstance(file, str) for file in where.values()):
        raise FileProblem(path, "weight_map is missing: this is no index of a model. Get the file again.")
    if len(where) > MOST_TENSORS:
        raise FileProblem(path, f"weight_map lists {len(where)} arrays, more than are read here. Choose another file.")
    return where


def _beside(path: str | os.PathLike[str], folder: Path, name: str) -> Path:
    """The file of that name in the index's own folder; an index may not point anywhere else."""
    if name in ("", ".", "..") or "\0" in name or "/" in name or "\\" in name:
        raise FileProblem(path, f"it names the file {quoted(name)}, which is not in its own folder. Get it again.")
    found = folder / name
    if not found.is_file():
        raise FileProblem(path, f"{shown(name)} is not beside it. Put all the files of the model into one folder.")
    return found
