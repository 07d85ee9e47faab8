"""Damaged files never end the program: whatever is done to their bytes, they are read or refused by a named error."""

from __future__ import annotations

import contextlib
import io
import json
import random
from pathlib import Path

import numpy as np
import pytest
from mutations import mutated
from safetensors_files import packed

from attnviz.content.tensors.opening import open_tensors
from attnviz.engine.errors import AttentionError

MANY = 400


def _archive(compressed: bool) -> bytes:
    file = io.BytesIO()
    save = np.savez_compressed if compressed else np.savez
    save(file, w=np.arange(24.0).reshape(2, 3, 4), tokens=np.array(["a", "bc"]))
    return file.getvalue()


def _array() -> bytes:
    file = io.BytesIO()
    np.save(file, np.asfortranarray(np.arange(24, dtype=">f4").reshape(2, 3, 4)))
    return file.getvalue()


SEEDS = {
    "w.safetensors": packed({"w": np.arange(6.0).reshape(2, 3), "v": np.ones(3, np.int32)}, metadata={"a": "b"}),
    "w.npy": _array(),
    "w.npz": _archive(False),
    "packed.npz": _archive(True),
    "model.safetensors.index.json": json.dumps({"weight_map": {"a": "x.safetensors", "b": "y.safetensors"}}).encode(),
}


@pytest.mark.parametrize("name", SEEDS)
def test_a_mutated_file_is_read_or_refused_by_a_named_error(tmp_path: Path, name: str) -> None:
    chance = random.Random(name)
    path = tmp_path / name
    for _ in range(MANY):
        path.write_bytes(mutated(SEEDS[name], chance))
        with contextlib.suppress(AttentionError):
            stored = open_tensors(path)
            for each in stored.names:
                stored.texts(each) if stored.dtype(each) == "text" else stored.read(each)
