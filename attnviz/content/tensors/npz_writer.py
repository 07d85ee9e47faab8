"""Writes .npz archives array by array, and arrays part by part, so that none is ever there twice."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from attnviz.engine.errors import Stopped

Report = Callable[[float], bool]  # is told the part that is done; False: stop
_PIECE = 8 << 20  # bytes between two looks at whether to go on
_OWN_SIZE_FROM = 1 << 31  # bytes from which an entry needs the long form of its sizes


@dataclass(frozen=True)
class Parts:
    """An array that comes in parts along its first axis, each made when it is its turn."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    parts: Iterable[np.ndarray[Any, Any]]

    @property
    def nbytes(self) -> int:
        """Bytes of all its numbers."""
        return math.prod(self.shape) * self.dtype.itemsize


def write_arrays(
    file: IO[bytes], arrays: Mapping[str, np.ndarray[Any, Any] | Parts], report: Report | None = None
) -> None:
    """Puts the arrays into a file as an archive that `numpy.load` reads without pickle, unpacked; the same arrays
    always give the same bytes.

    Raises Stopped where `report` says so.
    """
    total, done = max(1, sum(array.nbytes for array in arrays.values())), 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:  # packing gains little and takes seconds
        for name, array in arrays.items():
            given = array if isinstance(array, Parts) else Parts(array.shape, array.dtype, (array,))
            head = _header(given)
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.file_size = len(head) + given.nbytes
            with archive.open(entry, "w", force_zip64=entry.file_size >= _OWN_SIZE_FROM) as stream:
                stream.write(head)
                for part in given.parts:
                    data = np.ascontiguousarray(part, given.dtype).reshape(-1).view(np.uint8).data
                    for start in range(0, len(data), _PIECE):
                        stream.write(data[start : start + _PIECE])
                        done += len(data[start : start + _PIECE])
                        if report is not None and not report(done / total):
                            raise Stopped


def _header(given: Parts) -> bytes:
    """What stands before the numbers, as NumPy writes it."""
    head = io.BytesIO()
    described = {"descr": np.lib.format.dtype_to_descr(given.dtype), "fortran_order": False, "shape": given.shape}
    np.lib.format.write_array_header_1_0(head, described)
    return head.getvalue()
