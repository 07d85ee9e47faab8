"""What the settings of Llama's relatives say about positions: which numbers of a head turn, and how fast."""

from __future__ import annotations

import math

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.sources import asking
from attnviz.content.sources.config import Config
from attnviz.engine.positions import Rotary

BASE = 10000.0


def rotary_of(config: Config, head_width: int) -> Rotary:
    """The rotary positions of a model, with explicit frequencies where they are scaled.

    Raises FileProblem, by name, for a scaling that is not built. Newer files put the base into rope_parameters.
    Source: Su et al. 2021, section 3.4.2; linear: Chen et al. 2023, section 2.3; llama3: Llama 3.1's reference code.
    """
    scaling = config.part("rope_parameters")
    if not scaling.found:
        scaling = config.part("rope_scaling")
    base = scaling.number("rope_theta", config.number("rope_theta", BASE))
    share = scaling.number("partial_rotary_factor", config.number("partial_rotary_factor", 1.0))
    width = int(head_width * share)
    if share > 1 or width < 2 or width % 2:
        why = (
            f"partial_rotary_factor is {share}, and no even part"
            if share != 1
            else "Rotary positions turn pairs, and none"
        )
        raise FileProblem(
            config.path, f"{why} of the {head_width} numbers of a head turns. {asking.sentence(asking.OTHER_HEADS)}."
        )
    turning = None if width == head_width else width
    kind = scaling.word("rope_type", scaling.word("type", "default"))
    if kind == "default":
        return Rotary(base=base, width=turning)
    plain = base ** (-np.arange(0, width, 2) / width)
    if kind == "linear":
        frequencies = plain / _needed(scaling, "factor")
    elif kind == "llama3":
        frequencies = _llama3(plain, scaling)
    else:
        raise FileProblem(
            config.path,
            f"its rotary positions are scaled by {kind!r}; only linear and llama3 are built. "
            "Save its attention weights as an array instead.",
        )
    return Rotary(base=base, width=turning, frequencies=tuple(map(float, frequencies)))


def _llama3(plain: np.ndarray, scaling: Config) -> np.ndarray:
    """Slow turns are slowed by the factor, fast ones stay, those between pass smoothly from one to the other."""
    factor, length = _needed(scaling, "factor"), _needed(scaling, "original_max_position_embeddings")
    low, high = _needed(scaling, "low_freq_factor"), _needed(scaling, "high_freq_factor")
    if high <= low:
        raise FileProblem(
            scaling.path, f"high_freq_factor is {high}, not above low_freq_factor = {low}. Get the file again."
        )
    turns = length * plain / (2 * math.pi)  # how often a pair turns within the length of the first training
    fast = np.clip((turns - low) / (high - low), 0, 1)
    found: np.ndarray = (1 - fast) * plain / factor + fast * plain
    return found


def _needed(scaling: Config, name: str) -> float:
    if scaling.values.get(name) is None:
        raise FileProblem(scaling.path, f"{name} of the rotary scaling is missing. Get the file again.")
    return scaling.number(name, 1.0)
