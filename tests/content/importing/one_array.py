"""The one array that a text holds."""

from __future__ import annotations

import numpy as np

from attnviz.content.importing import Reading, read


def one(text: str | bytes, reading: Reading | None = None) -> np.ndarray:
    """Its numbers. Raises what is wrong with the text."""
    found = read(text, "file", reading)
    if found.problem is not None:
        raise found.problem
    (array,) = found.arrays
    return array.values
