"""What is measured of a drawing is measured once: a page is tried at many widths, most of which change little of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from attnviz.figures.labs.drawing import Drawing

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
_MOST = 500  # things that a drawing keeps: one that stays while an edge is dragged is asked for many rooms


def once(measure: Callable[Concatenate[Drawing, Asked], Found]) -> Callable[Concatenate[Drawing, Asked], Found]:
    """The same measure, which a drawing keeps for as long as it lives, for all that it was asked for.

    What it is asked for must be hashable and given by place, and what it finds must not be changed.
    """

    @wraps(measure)
    def found(drawing: Drawing, /, *asked: Asked.args, **named: Asked.kwargs) -> Found:
        assert not named, "a measure is asked for by place"
        key: Hashable = (measure, *asked)
        if key not in drawing.kept:
            if len(drawing.kept) >= _MOST:
                drawing.kept.clear()
            drawing.kept[key] = measure(drawing, *asked, **named)
        return cast(Found, drawing.kept[key])

    return found


def once_of_all(measure: Callable[[Drawing], Found]) -> Callable[[Drawing], Found]:
    """The same measure of what a drawing's exhibit holds, kept for all that are `like` it: it must read none of that
    in which they differ."""

    @wraps(measure)
    def found(drawing: Drawing) -> Found:
        if measure not in drawing.common:
            drawing.common[measure] = measure(drawing)
        return cast(Found, drawing.common[measure])

    return found
