"""A large map whose numbers are not there yet holds nothing of how that was found out."""

from __future__ import annotations

import gc
import weakref

import numpy as np

from attnviz import Direct, Scenario, trace
from attnviz.figures.compose import figure_of
from attnviz.figures.view import Selection, View


def test_a_map_that_is_coming_leaves_no_garbage() -> None:
    numbers = np.ones((600, 4), np.float32)
    deferred = trace(Scenario(Direct(numbers, numbers, numbers), dtype="float32")).deferred()
    view = View()
    gc.collect()
    assert not gc.isenabled(), "a collection in between would hide what is left"
    model = figure_of("weights", deferred, Selection(0, 300, None), view)
    seen = weakref.ref(view)
    del view, model
    assert seen() is None
