"""The mistakes: for each the wrong lines, made from the right ones, its symptom, and what a scenario needs for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attnviz.engine.scenario import Scenario
from attnviz.labs.mistakes import preparation as need
from attnviz.labs.mistakes import symptoms
from attnviz.labs.mistakes.program import Lines, Parts

# The lines that a mistake changes, part by part, made from the right ones.
Rewrite = Callable[[Parts, Scenario], dict[str, Lines]]


@dataclass(frozen=True)
class Mistake:
    """One mistake. shows: the stages where it is seen. quiet: why there is no symptom, where there is none.

    refuses: lines of a right program that come before all others where it must refuse the scenario.
    """

    name: str
    title: str
    sentence: str
    rewrite: Rewrite
    find: symptoms.Finder
    prepare: need.Preparation
    shows: tuple[str, ...] = ("weights", "output")
    quiet: str = "Here both give the same numbers."
    context: tuple[str, ...] = ()
    refuses: Lines = ()

    def shown_parts(self, parts: Parts, scenario: Scenario) -> tuple[str, ...]:
        """The parts whose lines are shown, in the order in which they run."""
        changed = {*self.rewrite(parts, scenario), *self.context}
        return tuple(part for part in parts if part in changed)


def _replaced(part: str, old: str, new: str) -> Rewrite:
    """One text for another in every line of a part."""
    return lambda parts, _scenario: {part: tuple(line.replace(old, new) for line in parts[part])}


def _unmasked(parts: Parts, _scenario: Scenario) -> dict[str, Lines]:
    return {"mask": (parts["mask"][0].replace("np.where(allowed, ", "").replace(", -np.inf)", ""),)}


def _mask_after(parts: Parts, scenario: Scenario) -> dict[str, Lines]:
    return {**_unmasked(parts, scenario), "softmax": (*parts["softmax"], "weights = np.where(allowed, weights, 0)")}


def _scale_after(parts: Parts, _scenario: Scenario) -> dict[str, Lines]:
    return {"scale": ("scaled = scores",), "softmax": (*parts["softmax"], "weights = weights / d_k**0.5")}


def _without_transpose(parts: Parts, _scenario: Scenario) -> dict[str, Lines]:
    lines = []
    for line in parts["split"]:
        for rows, heads in (("T", "h"), ("S", "h"), ("S", "kv_heads"), ("T", "kv_heads")):
            line = line.replace(f"reshape({rows}, {heads}, ", f"reshape({heads}, {rows}, ")
        lines.append(line.replace(".transpose(1, 0, 2)", ""))
    return {"split": tuple(lines)}


def _transposed(parts: Parts, scenario: Scenario) -> dict[str, Lines]:
    lines = parts["project"]
    for name in need.square(scenario):
        lines = tuple(line.replace(f"@ {name}", f"@ {name}.T") for line in lines)
    return {"project": lines}


# In the order of class: masks, scale, softmax, heads and projections.
MISTAKES: tuple[Mistake, ...] = (
    Mistake(
        "no-mask", "Mask forgotten", "Keys that are to be hidden take part.",
        _unmasked, symptoms.hidden_keys_seen, need.masked,
        quiet="Here hidden keys had a weight of 0 already.",
    ),
    Mistake(
        "mask-after", "Mask after softmax", "Hidden keys have already taken their share.",
        _mask_after, symptoms.rows_off, need.masked, context=("mask", "softmax"),
        quiet="Here hidden keys had a weight of 0 already.",
    ),
    Mistake(
        "mask-inverted", "Mask upside down", "True read as “hide”.",
        _replaced("mask", "np.where(allowed,", "np.where(~allowed,"), symptoms.mask_upside_down, need.masked,
    ),
    Mistake(
        "empty-row", "−1e9 on an empty row", "A query without any visible key gets weights out of nothing.",
        _replaced("mask", "-np.inf", "-1e9"), symptoms.hidden_keys_seen, need.empty_row,
        refuses=('if not allowed.any(axis=-1).all(): raise ValueError("a query sees no key")',),
    ),
    Mistake(
        "no-scale", "Scale forgotten", "Scores not divided by √d_k.",
        _replaced("scale", " / d_k**0.5", "  # not divided by √d_k"), symptoms.scores_out_of_size, need.scaled,
        shows=("scaled", "weights", "output"), context=("scores",), quiet="All scores are 0 here.",
    ),
    Mistake(
        "scale-after", "Scale after softmax", "Weights divided by √d_k instead of scores.",
        _scale_after, symptoms.rows_off, need.scaled, context=("scale", "softmax"),
    ),
    Mistake(
        "scale-d-model", "Scale by d_model", "The width of the model instead of the head's.",
        _replaced("scale", "d_k**0.5", "d_model**0.5"), symptoms.scores_out_of_size, need.wider_than_a_head,
        shows=("scaled", "weights", "output"), context=("scores",), quiet="All scores are 0 here.",
    ),
    Mistake(
        "softmax-axis", "Softmax over the wrong axis", "Over the queries instead of the keys.",
        _replaced("softmax", "axis=-1", "axis=-2"), symptoms.queries_compared, need.as_it_is,
        quiet="Here both axes give the same weights.",
    ),
    Mistake(
        "no-maximum", "No row maximum", "eˢ overflows on large scores.",
        _replaced("softmax", " - masked.max(axis=-1, keepdims=True)", ""), symptoms.not_finite, need.large_scores,
        quiet="No overflow yet: make the factor larger.",
    ),
    Mistake(
        "no-transpose", "Transpose forgotten", "Reshaped straight to (h, T, d_k).",
        _without_transpose, symptoms.tokens_mixed, need.several_heads, shows=("queries", "weights", "output"),
    ),
    Mistake(
        "transposed", "W transposed", "X @ W.T, as with weights stored the other way round.",
        _transposed, symptoms.projections_differ, need.square_projection,
        shows=("queries", "keys", "values", "weights", "output"),
        quiet="These projections are symmetric: transposed they are the same.",
    ),
    Mistake(
        "no-output-projection", "W_O forgotten", "Heads are concatenated and never mixed.",
        lambda _parts, _scenario: {"output": ("output = concatenated  # W_O never comes",)},
        symptoms.heads_unmixed, need.with_output_projection, shows=("output",), context=("join",),
        quiet="W_O changes nothing here.",
    ),
)  # fmt: skip


def mistake(name: str) -> Mistake:
    """The mistake of that name, which is one of them."""
    return next(one for one in MISTAKES if one.name == name)
