"""Which lines of a plane pass through a place, such as one for a label, and how near the shafts come to it."""

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


def shafts_of(plane: Plane, model: Vectors) -> Lines:
    """Those of the arrows alone, from their starts to their tips."""
    return lines_of(plane, model)[: len(model.arrows)]


def boxes_of(places: list[QRectF]) -> Lines:
    """Places as (m, 4): left, top, right and bottom."""
    return np.array([place.getCoords() for place in places]).reshape(-1, 4)


def crossings(places: list[QRectF], lines: Lines) -> npt.NDArray[np.int_]:
    """How many of the lines pass through each place."""
    return np.asarray(passes(boxes_of(places), lines).sum(axis=1))


def passes(boxes: Lines, lines: Lines) -> npt.NDArray[np.bool_]:
    """Which line passes through which place: it is inside while it is between both pairs of edges."""
    low, high = boxes[:, np.newaxis, :2], boxes[:, np.newaxis, 2:]  # (m, 1, 2)
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]  # (n, 2)
    along = np.where(np.abs(along) < 1e-9, 1e-9, along)
    one, other = (low - start) / along, (high - start) / along  # (m, n, 2)
    enters, leaves = np.minimum(one, other).max(axis=2), np.maximum(one, other).min(axis=2)
    return np.asarray((enters <= leaves) & (leaves >= 0) & (enters <= 1))


def distances(boxes: Lines, lines: Lines) -> Lines:
    """From each place to each of the lines as (m, n): 0 where a line passes through it."""
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]  # (n, 2)
    square = np.maximum((along * along).sum(axis=1), 1e-18)
    corners = boxes[:, [[0, 1], [0, 3], [2, 1], [2, 3]]][:, :, np.newaxis] - start  # (m, 4, n, 2)
    x, y = corners[..., 0], corners[..., 1]
    share = np.minimum(np.maximum((x * along[:, 0] + y * along[:, 1]) / square, 0.0), 1.0)
    x, y = x - share * along[:, 0], y - share * along[:, 1]
    found = np.sqrt((x * x + y * y).min(axis=1))
    for ends in (lines[:, :2], lines[:, 2:]):
        found = np.minimum(found, _to_points(boxes, ends))
    return np.where(passes(boxes, lines), 0.0, found)


def _to_points(boxes: Lines, points: Lines) -> Lines:
    x, y = points.T
    left, top, right, bottom = (boxes[:, edge, np.newaxis] for edge in range(4))
    across, up = np.maximum(left - x, x - right), np.maximum(top - y, y - bottom)
    across, up = np.maximum(across, 0.0), np.maximum(up, 0.0)
    return np.asarray(np.sqrt(across * across + up * up))
