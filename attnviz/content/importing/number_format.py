"""In which number format imported numbers are computed: float32 where there are very many, unless somebody asks."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.sources import asking
from attnviz.engine.amounts import NARROW
from attnviz.engine.errors import Overflow
from attnviz.engine.inputs import Sizes
from attnviz.engine.scenario import Scenario

FORMATS = ("float64", "float32")


def in_format(made: Scenario, into: Scenario | None, said: str | None) -> tuple[Scenario, str, str]:
    """The scenario in the format that was said, or that is usual for so many numbers; that format where another is
    worth asking for, "" elsewhere; and a sentence on what was not said.

    A large scenario that numbers go into keeps its format. Raises Overflow for numbers that the format said cannot
    hold.
    """
    if said is not None:
        return (made if made.dtype == said else replace(made, dtype=said)), said, ""  # type: ignore[arg-type]
    kept = into is not None and _is_vast(into.sizes)
    if not _is_vast(made.sizes) or kept or made.dtype == "float32":
        return made, "", ""
    try:
        narrow = replace(made, dtype="float32")
    except Overflow:
        return made, "", ""
    return (
        narrow,
        "float32",
        f"Computed in float32, as is usual for so many numbers: {asking.FLOAT64} to keep all digits.",
    )


def _is_vast(size: Sizes) -> bool:
    """True for so many pairs that float32 is usual."""
    return size.T * size.S >= NARROW
