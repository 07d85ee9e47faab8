"""A layer or head of a model's files, or of saved attention, as a scenario: what `content/sources` opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from attnviz.content.importing.found import Found, FoundArray, FoundTexts
from attnviz.content.importing.picking import picked
from attnviz.content.importing.plans import Part
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.scenario import Scenario


def head_of(found: Found, rest: Sequence[Part], *, layer: int | None, head: int | None, heads: int | None) -> Scenario:
    """The layer, or one head of it, of a checkpoint or of attention with an array a layer; layer and head from 1.

    rest: the other parts, of which one may be X and one its tokens. Raises AttentionError that says what is missing.
    """
    from attnviz.content.sources.checkpoint import CheckpointSource
    from attnviz.content.sources.opening import open_source
    from attnviz.content.sources.source import Place

    assert found.path is not None
    source = open_source(found.path, heads=heads)
    wrong = next((part.target for part in rest if part.target not in ("X", "tokens")), None)
    if wrong is not None:
        raise FieldError(
            f"{wrong} does not go with a model's own files: they bring W's. Give X and tokens.", Where(wrong)
        )
    number = _layer(layer, source.layers, found.name)
    x = next((part.array for part in rest if part.target == "X" and isinstance(part.array, FoundArray)), None)
    if isinstance(source, CheckpointSource) and x is not None:
        values = picked(x, "X", {}).values(x)
        source = source.with_x(np.asarray(values, dtype=np.float64), number)
    if x is not None and not isinstance(source, CheckpointSource):
        raise FieldError("X does not go with finished weights. Leave it out.", Where("X"))
    if source.missing:
        raise FieldError(
            f"{found.name}: {source.missing} attnviz import {found.name} --layer {number + 1} X.npy --as X -o OUT.attn",
            Where(found.name),
        )
    scenario = source.scenario(Place(number, None if head is None else head - 1))
    labels = next((part.array for part in rest if part.target == "tokens" and isinstance(part.array, FoundTexts)), None)
    return scenario if labels is None else replace(scenario, tokens=labels.texts)


def _layer(said: int | None, layers: int, name: str) -> int:
    if said is None and layers > 1:
        raise FieldError(f"{name} holds {layers} layers. Say which: --layer 1 to {layers}.", Where("layer"))
    if said is not None and said > layers:
        raise FieldError(f"{name} holds {layers} layers. Choose one from 1 to {layers}.", Where("layer"))
    return (said or 1) - 1
