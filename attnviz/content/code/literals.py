"""Numbers and labels as Python writes them: exact, and never anything but data whatever they hold."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

FEW = 256  # numbers of an array that are written out; more are packed
WIDEST = 100  # signs of a line
LONGEST_TITLE = 80


def number(value: float) -> str:
    """A setting, exact."""
    return repr(float(value))


def numbers(values: Iterable[float]) -> str:
    """Settings as a list on one line."""
    return f"[{', '.join(number(value) for value in values)}]"


def quoted(label: str) -> str:
    """A label as a string: quotes, backslashes and every sign that cannot be seen are escaped."""
    text = repr(label)
    return text if "'" in label or '"' in label else f'"{text[1:-1]}"'


def comment_of(title: str) -> str:
    """A title as it may stand in a comment: on one line, shortened."""
    text = repr(title)[1:-1]
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"


def label_lines(name: str, labels: Sequence[str]) -> list[str]:
    """A list of labels, over as many lines as it needs."""
    parts = [quoted(label) for label in labels]
    whole = f"{name} = [{', '.join(parts)}]"
    return [whole] if len(whole) <= WIDEST else [f"{name} = [", *_wrapped(parts, 4), "]"]


def array_lines(array: npt.NDArray[Any], opening: str, closing: str) -> list[str]:
    """`opening`, the array as nested lists with its columns under each other, `closing`.

    opening: what comes before the first bracket, "X = np.array(". closing: what comes after the last, ")".
    """
    words = _words(array)
    if array.ndim == 1:
        whole = f"{opening}[{', '.join(words)}]{closing}"
        return [whole] if len(whole) <= WIDEST else [f"{opening}[", *_wrapped(words.tolist(), 4), f"]{closing}"]
    return [f"{opening}[", *_nested(words, 4), f"]{closing}"]


def packed(array: npt.NDArray[Any]) -> list[str]:
    """The array's bytes in C order, little-endian, booleans as bits, through zlib and base64, in lines."""
    if array.dtype == np.bool_:
        data = np.packbits(array).tobytes()
    else:
        data = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
    text = base64.b64encode(zlib.compress(data)).decode()
    return [text[start : start + WIDEST] for start in range(0, len(text), WIDEST)]


def _nested(words: npt.NDArray[Any], indent: int) -> Iterator[str]:
    """The rows of a matrix, or one matrix after the other."""
    margin = " " * indent
    for part in words:
        if words.ndim > 2:
            yield f"{margin}["
            yield from _nested(part, indent + 4)
            yield f"{margin}],"
            continue
        whole = f"{margin}[{', '.join(part)}],"
        if len(whole) <= WIDEST:
            yield whole
        else:
            yield f"{margin}["
            yield from _wrapped(part.tolist(), indent + 4)
            yield f"{margin}],"


def _words(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Each number as text, all of one width."""
    texts = [_word(value) for value in array.ravel()]
    width = max(map(len, texts)) if array.ndim > 1 else 0
    return np.array([text.rjust(width) for text in texts], dtype=object).reshape(array.shape)


def _word(value: Any) -> str:
    """The shortest text that is read back as that very number."""
    if isinstance(value, np.bool_):
        return "1" if value else "0"
    if isinstance(value, np.float32):
        short = str(value)
        return short if np.float32(float(short)) == value else repr(float(value))
    return repr(float(value))


def _wrapped(parts: Sequence[str], indent: int) -> list[str]:
    """Texts with commas over several lines; none is broken, whatever it holds."""
    lines, margin = [], " " * indent
    line = margin
    for part in parts:
        if len(line) > indent and len(line) + len(part) + 1 > WIDEST:
            lines.append(line.rstrip(" "))
            line = margin
        line += f"{part}, "
    return [*lines, line.rstrip(" ")]
