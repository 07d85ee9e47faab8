"""Histograms of dot products as densities; where only some values can occur, each bar holds as many as the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.labs.exhibits import Axis, Plot, Series

_SPREAD = "with the standard deviation of each"
_BINS = 101  # odd, so that one bar stands on 0
_ROLES = ("queries", "keys", "values", "scores", "weights", "output", "input", "queries")


def histograms(
    name: str, title: str, axis: str, widths: Sequence[int], products: Sequence[Array], steps: Sequence[float]
) -> Plot:
    """One histogram a d_k, each of area 1, its standard deviation beside its name.

    steps: the distance between the values that can occur, 0 if all can.
    """
    reach = max(float(np.abs(each).max()) for each in products) or 1.0
    series = []
    for place, (width, each, step) in enumerate(zip(widths, products, steps, strict=True)):
        edges = edges_of(each, reach, step)
        density = np.histogram(each, edges, density=True)[0]
        label = f"d_k {width}: {f'{each.std():#.3g}'.removesuffix('.')}"
        series.append(Series(label, edges, density, _ROLES[place], "bars"))
    across = Axis(axis, low=-reach, high=reach, unwritten=True)  # the title says it
    return Plot(name, title, across, Axis("density", low=0.0), tuple(series), (), _SPREAD)


def edges_of(products: Array, reach: float, step: float) -> Array:
    """The ends of the bars, from −reach to reach; of steps, between the values, and the same number in each bar.

    Bars of another width would hold now one value, now two, and look like a comb.
    """
    if not step:
        return np.linspace(-reach, reach, _BINS + 1)
    wide = step * max(1, round(2 * reach / _BINS / step))
    first, last = float(products.min()) - step / 2, float(products.max())
    edges: Array = first + wide * np.arange(int(np.ceil((last - first) / wide)) + 1)
    return edges
