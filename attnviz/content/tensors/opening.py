"""Opens any file of arrays that can be read, and says for the others how to make one that can."""

from __future__ import annotations

import os
from pathlib import Path

from attnviz.content.atomic import FileProblem, check_name
from attnviz.content.tensors.npy import open_npy
from attnviz.content.tensors.npz import open_npz
from attnviz.content.tensors.safetensors import open_safetensors
from attnviz.content.tensors.sharded import INDEX_ENDING, open_index
from attnviz.content.tensors.tensors import Tensors

_READERS = {".safetensors": open_safetensors, ".npy": open_npy, ".npz": open_npz}
_PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
_OTHERS = {
    ".gguf": "GGUF",
    ".h5": "HDF5",
    ".hdf5": "HDF5",
    ".msgpack": "Flax",
    ".onnx": "ONNX",
    ".mat": "MATLAB",
}
CONVERT = (
    "Convert it where you have PyTorch: state = torch.load(PATH, weights_only=True); "
    'safetensors.torch.save_file({k: v.contiguous().clone() for k, v in state.items()}, "model.safetensors")'
)


def open_tensors(path: str | os.PathLike[str]) -> Tensors:
    """The arrays of a .safetensors, .npy or .npz file, of an index of several, or of a folder with a model in it.

    They are listed, not read. Raises FileProblem for anything else, with the way to convert it.
    """
    check_name(path)
    found = _in_folder(Path(path)) if Path(path).is_dir() else Path(path)
    if found.name.endswith(INDEX_ENDING):
        return open_index(found)
    ending = found.suffix.lower()
    if ending in _READERS:
        return _READERS[ending](found)
    raise _refusal(found, ending)


def reads(path: str | os.PathLike[str]) -> bool:
    """True if `open_tensors` has a reader for it, judged by its name, or by the names in a folder."""
    place = Path(path)
    if place.is_dir():
        return any(True for _ in place.glob("*.safetensors"))
    return place.suffix.lower() in _READERS or place.name.endswith(INDEX_ENDING)


def _in_folder(folder: Path) -> Path:
    """The file to open in a model's folder: its index, or the one safetensors file."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names are all that is needed
    except OSError as error:
        raise FileProblem(folder, "this folder cannot be read. Check its permissions.") from error
    indices = [name for name in names if name.endswith(INDEX_ENDING)]
    files = [name for name in names if name.endswith(".safetensors")]
    for wanted in ("model" + INDEX_ENDING, "model.safetensors"):
        if wanted in names:
            return folder / wanted
    if len(indices) == 1:
        return folder / indices[0]
    if len(files) == 1:
        return folder / files[0]
    if files:
        raise FileProblem(folder, "it holds several safetensors files but no index of them. Give one of the files.")
    pickle = next((name for name in names if name.lower().endswith(_PICKLES)), None)
    if pickle is not None:
        raise _refusal(folder / pickle, Path(pickle).suffix.lower())
    raise FileProblem(folder, "this folder holds no .safetensors file. Give the folder of a model.")


def _refusal(path: Path, ending: str) -> FileProblem:
    if not path.exists():
        return FileProblem(path, "there is no such file or folder. Check the name.")
    if ending in _PICKLES:
        return FileProblem(path, f"this is a pickle, which can run anything when it is read. {CONVERT}")
    if ending in _OTHERS:
        return FileProblem(path, f"this is a {_OTHERS[ending]} file, which is not read here. Save it as .safetensors.")
    return FileProblem(path, "arrays are read from .safetensors, .npy and .npz. Save it as one of them.")
