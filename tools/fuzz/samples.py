"""Whole files of every format, small, as other programs write them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

import numpy as np

from attnviz.content.attn_file import encode
from attnviz.content.documents.long_table import long_table
from attnviz.content.presets import PRESETS, preset
from attnviz.content.tables import stage_table
from attnviz.engine.tracing import trace

_X = np.array([[1.5, 0.0, -2.25], [0.001, 1e-3, 1e6], [7.4, 5.0, 9.0]])
_W = np.arange(12.0).reshape(3, 4) / 7
_MASK = np.tri(3, dtype=bool)

TABLES = (
    b"1.5,0,-2.25\n0.001,1e-3,1e6\n7.4,5,9\n",
    b"A\tB\tC\tD\r\n3\t7,4\t5\t5\r\n5\t9\t8\t5\r\n",
    b"1,5;0\n-0,25;1e-3\n2;1\n",
    b",the,cat\nthe,0.25,0.75\ncat,0.5,0.5\n",
    b'"a ""b""","c,d"\n0.5,1\n2,3\n',
    b"1 2 3\n4 5 6\n7 8 9\n",
    b"0.5\t1e2\t-3\n4\t5.25\t6\n",
    b"0,5;1e2;-3\n4;5,25;6\n",
    "\ufeff1;2;\n3;\u22124;\n".encode(),
    "1\u00a0234,5\t2\r3\t4\r".encode(),
    "1,5\n2,5\n".encode("utf-16"),
    b"# x y\n1.0 2.0\n3.0 4.0\n",
    b"W_Q\n1,2,3\n4,5,6\n\nX,,\n1,2\n3,4\n",
    b"True,False\nFalse,True\n",
)
PRINTOUTS = (
    b"array([[1., 0.],\n       [0., 1.],\n       [1., 1.]])\n",
    b"tensor([[[0.5000, -1.0000], [2.0e-01, 3.]], [[1., 2.], [3., 4.]]], dtype=torch.float64, grad_fn=<MulBackward0>)",
    b"[[1, 2], [3, 4]]",
    b"X = np.array([[1, 2, 3]])\nW = np.array([[1.5], [2.5], [3.5]])\n",
    b"[[ 1.  2.\n   3.]\n [ 4.  5.\n   6.]]",
    b"tensor([[ True, False], [ True,  True]])",
    b"[1 2; 3 4]",
    b">>> w\narray([0.1, 0.2])\n",
)
BLOCKS = (
    b"1.5,0,-2.25\n0.001,1e-3,1e6\n7.4,5,9\n",
    b"3\t7,4\t5\t5\r\n5\t9\t8\t5\r\n",
    b"1,5;0\n-0,25;1e-3\n2;1\n",
    b"1 2 3\n4 5 6\n7 8 9\n",
    "\u22121\t2^3\t\u221a2/2".encode(),
    b"array([[1., 0.],\n       [0., 1.],\n       [1., 1.]])\n",
    b"[[1, 2], [3, 4]]",
    b"[1 2; 3 4]",
)
JSON = (
    b"[[1.5, 2], [3, 4e-3]]",
    b'{"stage": "weights", "head": 1, "rows": ["a"], "columns": ["a", "b"], "values": [[0.25, null]]}',
    b'[{"token": "a", "x": 1, "y": 2.5}, {"token": "b", "x": 3, "y": 4}]',
    b'{"X": [[1, 2], [3, 4]], "W_Q": [[1], [2]], "tokens": ["a", "b"]}',
    b"[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]",
    b"[[true, false], [true, true]]",
)
TOKENS = (
    "the\ncat\n\u2581sat\n\n \n\u4f60\u597d\n".encode(),
    b"['the', 'c\\'at', \"x\"]",
    b'["a", "b"]',
    b"a\r\nb\rc\n",
)


def _npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


def _npz(**arrays: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def _npz_packed(**arrays: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def safetensors(arrays: Mapping[str, np.ndarray]) -> bytes:
    """A safetensors file: eight bytes of length, a header in JSON, the numbers."""
    codes = {"float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "bool": "BOOL"}
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, array in arrays.items():
        raw = np.ascontiguousarray(array).tobytes()
        header[name] = {
            "dtype": codes[str(array.dtype)],
            "shape": list(array.shape),
            "data_offsets": [len(body), len(body) + len(raw)],
        }
        body += raw
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


NPY = (
    _npy(_X),
    _npy(np.asfortranarray(_W.astype(np.float32))),
    _npy(_MASK),
    _npy(np.arange(6).reshape(1, 2, 3)),
    _npy(_X[0]),
)
NPZ = (
    _npz(X=_X, W_Q=_W, mask=_MASK),
    _npz_packed(weights=np.full((2, 3, 3), 1 / 3), query_labels=np.array(["a", "b", "c"])),
)
SAFETENSORS = (
    safetensors({"X": _X, "W_Q": _W.astype(np.float32), "mask": _MASK}),
    safetensors({"attn.q_proj.weight": _W, "attn.k_proj.weight": _W.astype(np.float16), "n": np.arange(3)}),
)
ATTN = tuple(encode(preset(one.name), packed=False) for one in PRESETS[:4])
PACKED_ATTN = tuple(encode(preset(one.name), packed=True) for one in PRESETS[:4])


def _long() -> bytes:
    traced = trace(preset("two-heads"))
    tables = [stage_table(traced, "weights", 0), stage_table(traced, "weights", 1), stage_table(traced, "X")]
    return long_table(tables).encode()


LONG = (_long(), _long().replace(b",", b"\t"))
