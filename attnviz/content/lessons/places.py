"""Places that a lesson names, such as weights[2,*]: read, checked against a scenario, and found in its trace."""

from __future__ import annotations

from attnviz.content.lessons.language import place_of
from attnviz.content.lessons.model import Place
from attnviz.content.lessons.nodes import Reference
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import NoSuchStage, Where, counted
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace


def read_place(text: str) -> Place:
    """The place that a text names. Raises BadExpression."""
    node = place_of(text)
    row, column = node.indices or (None, None)
    return Place(node.name, node.head, row, column)


def cell_of(place: Place, trace: Trace) -> Cell:
    """One cell, with the head that it lies in. Raises NoSuchStage if it does not exist or is not one cell."""
    found = _region(place, trace)
    if place.row is None or place.column is None:
        raise NoSuchStage(f"{place.name} is more than one cell here. Name one, as in {place.name}[1,1].", _at(place))
    return Cell(place.name, found.head, place.row, place.column)


def regions_of(place: Place, trace: Trace) -> tuple[Region, ...]:
    """The cells of a place; without a head those of the first. Raises NoSuchStage for what does not exist."""
    return (_region(place, trace),)


def region(node: Reference, trace: Trace) -> Region:
    """The cells that an expression names. Raises NoSuchStage for what does not exist."""
    row, column = node.indices or (None, None)
    return _region(Place(node.name, node.head, row, column), trace)


def _region(place: Place, trace: Trace) -> Region:
    name = place.name
    rows, columns = shape_of(trace, name)
    head = _head(place, trace)
    for what, index, size in (("row", place.row, rows), ("column", place.column, columns)):
        if index is not None and index >= size:
            raise NoSuchStage(
                f"{name} has {counted(size, what)}: there is no {what} {index + 1}. Choose one from 1 to {size}.",
                _at(place),
            )
    return Region(name, head, _range(place.row, rows), _range(place.column, columns))


def _head(place: Place, trace: Trace) -> int | None:
    """The head under which views keep these cells: None where the stage or input has none."""
    bias = trace.scenario.bias
    has_heads = (place.name in trace.stages and BY_NAME[place.name].per_head) or (
        place.name == "bias" and bias is not None and bias.ndim == 3
    )
    if not has_heads:
        if place.head is not None:
            raise NoSuchStage(f"{place.name} has no heads. Leave out @{place.head + 1}.", _at(place))
        return None
    head = place.head or 0
    if head >= trace.sizes.heads:
        raise NoSuchStage(
            f"There is no head {head + 1}. Choose one from 1 to {trace.sizes.heads}.", Where("head", None, None, head)
        )
    return head


def _range(index: int | None, size: int) -> tuple[int, int]:
    return (0, size) if index is None else (index, index + 1)


def _at(place: Place) -> Where:
    return Where(place.name, place.row, place.column, place.head)
