"""Readers of what the project writes or opens whole: models' folders, pictures that carry a scenario, lessons."""

from __future__ import annotations

import json
import struct
import tempfile
import zlib
from pathlib import Path

import numpy as np

from attnviz.content.attn_file import decode, encode
from attnviz.content.carrying import carried_in, into_png, into_svg
from attnviz.content.lessons.checking import check_lesson
from attnviz.content.lessons.progress_file import decode as decode_progress
from attnviz.content.presets import preset, resource_path
from attnviz.content.sources.opening import open_source
from attnviz.content.sources.source import Place
from attnviz.engine.scenario import Scenario
from tools.fuzz.samples import safetensors

_D = 6
_RANDOM = np.random.default_rng(5)
_CONFIG = {"model_type": "gpt2", "n_head": 2, "n_embd": _D, "n_layer": 1, "layer_norm_epsilon": 1e-5}
_SHAPES = {
    "h.0.attn.c_attn.weight": (_D, 3 * _D), "h.0.attn.c_attn.bias": (3 * _D,), "h.0.attn.c_proj.weight": (_D, _D),
    "h.0.attn.c_proj.bias": (_D,), "h.0.ln_1.weight": (_D,), "h.0.ln_1.bias": (_D,),
}  # fmt: skip
_WEIGHTS = safetensors({name: _RANDOM.normal(size=shape).astype(np.float32) for name, shape in _SHAPES.items()})
_X = _RANDOM.normal(size=(3, _D))

WEIGHTS = (_WEIGHTS,)
CONFIGS = (json.dumps(_CONFIG).encode(), json.dumps(_CONFIG | {"n_head": 3, "scale_attn_weights": True}).encode())


def weights_of_a_model(data: bytes) -> bool:
    """Opens a folder whose weights are these bytes."""
    return _model(data, CONFIGS[0])


def config_of_a_model(data: bytes) -> bool:
    """Opens a folder whose config.json is these bytes."""
    return _model(_WEIGHTS, data)


def _model(weights: bytes, config: bytes) -> bool:
    with tempfile.TemporaryDirectory(prefix="attnviz-fuzz-") as folder:
        Path(folder, "model.safetensors").write_bytes(weights)
        Path(folder, "config.json").write_bytes(config)
        np.save(Path(folder, "x.npy"), _X)
        source = open_source(folder, x=Path(folder, "x.npy"), layer=0)
        scenario = source.scenario(Place(0, 0))
    return not isinstance(scenario, Scenario)


def _png() -> bytes:
    """The smallest picture: one black pixel."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


_CARRIED = encode(preset("by-hand"))
_STREAM = zlib.compress(_CARRIED)
PICTURES = (
    into_png(_png(), _CARRIED),
    into_svg(
        b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><desc>a</desc></svg>\n',
        _CARRIED,
    ),
    b"%%PDF-1.4\n1 0 obj\n<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream\nendobj\n"
    % (len(_STREAM), _STREAM),
)


def picture(data: bytes) -> bool:
    """Finds the scenario that a picture carries."""
    return not isinstance(decode(carried_in(data, "file"), "file"), Scenario)


LESSONS = tuple(resource_path("lessons", f"{name}.toml").read_bytes() for name in ("by-hand", "masks"))
PROGRESS = (
    json.dumps({"attnviz_progress": 1, "lessons": {"by-hand": {"step": 2, "steps": {"1": {"done": True}}}}}).encode(),
)


def lesson(data: bytes) -> bool:
    """Lists the mistakes of a lesson."""
    return len(check_lesson(data.decode("utf-8", "replace"), "file")) < 0


def progress(data: bytes) -> bool:
    """Reads how far somebody came."""
    decode_progress(data, "file")
    return False
