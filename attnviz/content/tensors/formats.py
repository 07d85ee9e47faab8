"""The number formats that files store, and how their bytes become arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Stored = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Format:
    """One number format: what people call it, how its bytes are read, and how many bits a number takes.

    stored: None where it cannot be read here. bits: None where even the size is unknown.
    """

    name: str
    stored: np.dtype[Any] | None
    bits: int | None

    @property
    def readable(self) -> bool:
        """True if its numbers can be read."""
        return self.stored is not None

    def decode(self, raw: bytes) -> Stored:
        """The numbers, flat and read-only: bfloat16 as float32, which holds each exactly; big-endian as native."""
        assert self.stored is not None
        flat: Stored = np.frombuffer(raw, self.stored)
        if self.name == "bfloat16":  # the upper half of a float32
            return _read_only((flat.astype(np.uint32) << 16).view(np.float32))
        if self.name == "bool":  # any other byte than 0 and 1 would make a boolean that equals nothing
            return _read_only(flat != 0)
        return flat if self.stored.isnative else _read_only(flat.astype(self.stored.newbyteorder("=")))


def named(code: str) -> Format:
    """The format with that code in a safetensors header; one that is not known cannot be read."""
    return _SAFETENSORS.get(code) or Format(code, None, None)


def described(descr: str) -> Format:
    """The format with that description in a .npy header, such as "<f4"; what holds no real numbers cannot be read."""
    order, kind, width = descr[:1], descr[1:2], descr[2:]
    if order not in "<>|=" or not kind:
        return Format(descr, None, None)
    if kind + width in _NPY:
        stored = np.dtype("u1") if kind == "b" else np.dtype(descr)
        return Format(_NPY[kind + width], stored, 8 * stored.itemsize)
    if kind in "US" and width.isascii() and width.isdecimal() and 0 < int(width) < 1 << 26:
        return Format("text", np.dtype(descr), 8 * np.dtype(descr).itemsize)
    return Format(_OTHERS.get(kind, descr if descr.isprintable() else "an unknown format"), None, None)


def not_read(kind: str) -> str:
    """What follows "it holds" for numbers of a kind that is not read, and what to do."""
    verb = "is" if kind == "text" or kind.startswith("float8") else "are"
    return f"{kind}, which {verb} not read here. {_WAYS_OUT.get(kind, 'Save it as float32 or float64.')}"


def _little(name: str, code: str) -> Format:
    stored = np.dtype(code)
    return Format(name, stored, 8 * stored.itemsize)


def _read_only(array: Stored) -> Stored:
    array.flags.writeable = False
    return array


_SAFETENSORS = {
    "F64": _little("float64", "<f8"),
    "F32": _little("float32", "<f4"),
    "F16": _little("float16", "<f2"),
    "BF16": _little("bfloat16", "<u2"),
    "I64": _little("int64", "<i8"),
    "I32": _little("int32", "<i4"),
    "I16": _little("int16", "<i2"),
    "I8": _little("int8", "i1"),
    "U64": _little("uint64", "<u8"),
    "U32": _little("uint32", "<u4"),
    "U16": _little("uint16", "<u2"),
    "U8": _little("uint8", "u1"),
    "BOOL": _little("bool", "u1"),
    "F8_E4M3": Format("float8 (e4m3)", None, 8),
    "F8_E5M2": Format("float8 (e5m2)", None, 8),
    "F8_E8M0": Format("float8 (e8m0)", None, 8),
    "C64": Format("complex numbers", None, 64),
}
_NPY = {
    "f2": "float16", "f4": "float32", "f8": "float64", "b1": "bool",
    "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64",
    "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64",
}  # fmt: skip
_OTHERS = {
    "O": "Python objects",
    "c": "complex numbers",
    "V": "raw bytes",
    "M": "dates",
    "m": "spans of time",
    "f": "floats wider than float64",
}
_WAYS_OUT = {
    "Python objects": "That is a pickle, which can run anything: save plain numbers, as with "
    "numpy.asarray(x, dtype=float).",
    "complex numbers": "Save x.real, or numpy.abs(x).",
    "text": "Save it as numbers, as with x.astype(float).",
}
