"""A map whose numbers have fewer decimals: on a slide some digits are worth more than colours alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from attnviz.figures.heatmap import Heatmap

_POINT, _TIMES = ".", "×"


def coarser(model: Heatmap) -> Iterator[tuple[int, Heatmap]]:
    """The map as it is measured with fewer and fewer decimals, one at least; none where it keeps all of its own."""
    if not model.yields or model.face is None:
        return
    for decimals in range(model.face.decimals - 1, 0, -1):
        yield (
            decimals,
            replace(
                model,
                face=model.face.rounded(decimals),
                cell_text=_cut(model.cell_text, decimals),
                expected=tuple(_cut(text, decimals) for text in model.expected),
            ),
        )


def _cut(text: str, decimals: int) -> str:
    """A number as wide as one with so many decimals."""
    before, point, after = text.partition(_POINT)
    return text if not point or _TIMES in after else f"{before}.{after[:decimals]}"
