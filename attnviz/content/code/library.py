"""How NumPy and PyTorch spell the same thing, where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.content.code import literals
from attnviz.content.code.rows import Row, row


@dataclass(frozen=True)
class Library:
    """One library's words. name: what it is imported as; `dtype` below says when a number format must be named.

    printing: how all numbers are printed; briefly: how only the corners of large arrays are.
    """

    name: str
    imports: tuple[str, ...]
    printing: str
    briefly: str

    def dtype(self, dtype: str) -> str:
        """The number format by its full name."""
        return f"{self.name}.{dtype}"

    @property
    def is_numpy(self) -> bool:
        """True for NumPy, whose arrays are float64 unless said."""
        return self.name == "np"

    def array(self, name: str, values: npt.NDArray[Any], shape: str, *, numbers: bool = True) -> list[Row]:
        """Rows that write an array out, with its shape; without `numbers` one row that stands for those of many."""
        boolean = values.dtype == np.bool_
        maker = "array" if self.is_numpy else "tensor"
        if boolean:
            closing = ", dtype=bool)" if self.is_numpy else ", dtype=torch.bool)"
        else:
            plain = self.is_numpy and values.dtype == np.float64
            closing = ")" if plain else f", dtype={self.dtype(values.dtype.name)})"
        lines = literals.array_lines(values, f"{name} = {self.name}.{maker}(", closing)
        if len(lines) > 1 and not numbers:
            return [row(f"{name} = {self.name}.{maker}(…)", f"{shape} = {values.shape}", name)]
        return [row(lines[0], shape, name), *(row(line, "", name) for line in lines[1:])]

    def packed(self, name: str, values: npt.NDArray[Any], shape: str, *, numbers: bool) -> list[Row]:
        """Rows that hold an array's exact bytes; without `numbers` one row that stands for them."""
        kind = "bool" if values.dtype == np.bool_ else values.dtype.name
        opening = f'{name} = unpacked({values.shape}, "{kind}", '
        if not numbers:
            return [row(f'{opening}"…")', shape, name)]
        lines = literals.packed(values)
        return [row(f'{opening}"""', "", name), *(row(line, "", name) for line in lines), row('""")', shape, name)]

    def unpacking(self) -> list[Row]:
        """The function that the rows of `packed` call."""
        if self.is_numpy:
            body: tuple[str, ...] = (
                "    data = zlib.decompress(base64.b64decode(text))",
                '    if dtype == "bool":',
                "        bits = np.unpackbits(np.frombuffer(data, np.uint8))[: math.prod(shape)]",
                "        return bits.reshape(shape) > 0",
                '    return np.frombuffer(data, np.dtype(dtype).newbyteorder("<")).astype(dtype).reshape(shape)',
            )
        else:
            body = (
                "    data = bytearray(zlib.decompress(base64.b64decode(text)))",
                '    if dtype == "bool":',
                '        bits = "".join(f"{byte:08b}" for byte in data)[: math.prod(shape)]',
                '        return torch.tensor([bit == "1" for bit in bits]).reshape(shape)',
                "    return torch.frombuffer(data, dtype=getattr(torch, dtype)).reshape(shape)",
            )
        told = '    """The very numbers: little-endian bytes, packed by zlib, written in base64."""'
        return [row("def unpacked(shape, dtype, text):"), row(told), *(row(line) for line in body)]


NUMPY = Library(
    "np",
    ("import numpy as np",),
    'np.set_printoptions(floatmode="unique", threshold=np.inf, linewidth=120)',
    'np.set_printoptions(floatmode="unique", linewidth=120)',
)
TORCH = Library(
    "torch",
    ("import torch",),
    'torch.set_printoptions(profile="full", precision=16, sci_mode=True, linewidth=120)',
    "torch.set_printoptions(precision=16, sci_mode=True, linewidth=120)",
)
