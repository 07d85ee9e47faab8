"""Writes safetensors files for tests, from the format's description: length, JSON header, numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

CODES = {
    "float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "int32": "I32", "int16": "I16", "int8": "I8",
    "uint64": "U64", "uint32": "U32", "uint16": "U16", "uint8": "U8", "bool": "BOOL",
}  # fmt: skip


def packed(arrays: Mapping[str, Any], metadata: Mapping[str, str] | None = None, bfloat16: bool = False) -> bytes:
    """The bytes of a file; with bfloat16 the upper halves of float32 numbers are stored."""
    header: dict[str, Any] = {} if metadata is None else {"__metadata__": dict(metadata)}
    body = b""
    for name, values in arrays.items():
        array = np.ascontiguousarray(values).reshape(np.shape(values))
        code = CODES[array.dtype.name]
        raw = array.tobytes()
        if bfloat16:
            code, raw = "BF16", (array.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
        header[name] = {"dtype": code, "shape": list(array.shape), "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    return with_header(header, body)


def with_header(header: object, body: bytes = b"") -> bytes:
    """A file with that header, whatever it says; bytes are taken as they are."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


def write(path: Path, arrays: Mapping[str, Any], **options: Any) -> Path:
    """The file of those arrays."""
    path.write_bytes(packed(arrays, **options))
    return path


def write_shards(folder: Path, arrays: Mapping[str, Any], many: int) -> Path:
    """The arrays dealt out over so many files, with their index."""
    where = {name: f"model-{place % many + 1:05}-of-{many:05}.safetensors" for place, name in enumerate(arrays)}
    for file in set(where.values()):
        write(folder / file, {name: arrays[name] for name in arrays if where[name] == file})
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {"total_size": 1}, "weight_map": where}), encoding="utf-8")
    return index
