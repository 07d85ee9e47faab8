"""Labels that break writers: markup, other scripts, what no font has, nothing at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.content.presets import preset
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario

HARD = (
    "the", "the", "Ġcat", "▁sat", "هذا اختبار", "你好", "👨\u200d👩\u200d👧", "\ufffd", " ", "\\n", "\u202eabc",
    "Donaudampfschifffahrtsgesellschaftskapitän", "<b>x</b>", "$x_1$", "100% & #1", "a|b", "`{~^}`", "", "line\nbreak",
    "</style><script>alert(1)</script>", '"--"',
)  # fmt: skip


def hard_scenario() -> Scenario:
    """A scenario whose title and tokens are all of these."""
    rng = np.random.default_rng(7)
    count = len(HARD)
    inputs = Projected(rng.normal(size=(count, 4)), *(rng.normal(size=(4, 4)) for _ in range(3)))
    return Scenario(inputs, title="<i>100%</i> $x_1$ & 你好", tokens=HARD, heads=2, mask=Mask(causal=True))


def every_form() -> dict[str, Scenario]:
    """A small scenario for each setting that has a stage, a formula or words of its own."""
    plain, heads = preset("by-hand"), preset("two-heads")
    bias = np.full((3, 3), -1.5)
    bias[0, 2] = -np.inf
    return {
        "plain": plain,
        "causal": preset("by-hand-causal"),
        "heads": heads,
        "cross": preset("cross-attention"),
        "direct": preset("one-query"),
        "unscaled": replace(plain, scale=False),
        "scaled": replace(plain, scale=-0.5),
        "capped": replace(plain, softcap=5.0),
        "biased": replace(plain, bias=bias),
        "tempered": replace(plain, temperature=0.5),
        "rotary": replace(heads, positions=Rotary()),
        "alibi": replace(heads, positions=Alibi()),
        "window": replace(plain, mask=Mask(window=(1, 0))),
        "pencil": replace(plain, pencil=3),
        "float32": replace(plain, dtype="float32"),
        "shifted": replace(plain, scale=1000.0),
        "hidden row": replace(plain, mask=Mask(padding=(0, 1, 2))),
    }
