"""Which lines of a plane pass through a place, such as one for a label."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF

from attnviz.figures.vectors import Plane, Vectors

Lines = npt.NDArray[np.float64]
ARC_POINTS = 25  # on an arc that is drawn


def lines_of(plane: Plane, model: Vectors) -> Lines:
    """Shafts, also of arrows that were before, arcs, axes and the path as (n, 4): x and y of both ends."""
    area, origin = plane.area, plane.origin
    arrows = (*model.arrows, *model.ghosts)
    ends = [(plane.to_point(*arrow.start), plane.to_point(*arrow.tip)) for arrow in arrows]
    axes = [
        (area.left(), origin.y(), area.right(), origin.y()),
        (origin.x(), area.top(), origin.x(), area.bottom()),
    ]
    for line in (model.path, *(arc.points(ARC_POINTS) for arc in model.arcs)):
        ends += pairwise(plane.to_point(*point) for point in line)
    return np.array([(start.x(), start.y(), tip.x(), tip.y()) for start, tip in ends] + axes)


def crossings(places: list[QRectF], lines: Lines) -> npt.NDArray[np.int_]:
    """How many of the lines pass through each place: a line is inside while it is between both pairs of edges."""
    low = np.array([(place.left(), place.top()) for place in places])[:, np.newaxis]  # (m, 1, 2)
    high = np.array([(place.right(), place.bottom()) for place in places])[:, np.newaxis]
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]  # (n, 2)
    along = np.where(np.abs(along) < 1e-9, 1e-9, along)
    one, other = (low - start) / along, (high - start) / along  # (m, n, 2)
    enters, leaves = np.minimum(one, other).max(axis=2), np.maximum(one, other).min(axis=2)
    return np.asarray(((enters <= leaves) & (leaves >= 0) & (enters <= 1)).sum(axis=1))
