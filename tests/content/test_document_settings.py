"""Settings in words say what the formulas do, and name what people count from 1."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hard_labels import every_form

from attnviz.content.documents.settings import settings_in_words, sizes_in_words
from attnviz.content.presets import preset
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario


@pytest.mark.parametrize(
    ("form", "name", "words"),
    [
        ("plain", "Inputs", "queries, keys and values from X"),
        ("cross", "Inputs", "queries from X, keys and values from the source"),
        ("direct", "Inputs", "queries, keys and values as given"),
        ("plain", "Scale", "scores are divided by √d_k = √2"), ("unscaled", "Scale", "none"),
        ("scaled", "Scale", "scores are multiplied by −0.5"),
        ("capped", "Soft cap", "c tanh(s ÷ c) with c = 5"),
        ("biased", "Bias", "a number is added to each score, one for all heads"),
        ("tempered", "Temperature", "0.5"), ("plain", "Mask", "none: every query sees every key"),
        ("causal", "Mask", "causal: no query sees a later key"),
        ("window", "Mask", "window: 1 key before and 0 keys after its own place"),
        ("hidden row", "Mask", "padding: keys 1, 2, 3 hidden"),
        ("rotary", "Positions", "rotary, half: turns number c with number c + 1, base 10000"),
        ("alibi", "Positions", "ALiBi: a penalty that grows with the distance, slopes 2^(−8h ÷ heads)"),
        ("pencil", "Precision", "pencil: each step is rounded to 3 decimals"),
        ("float32", "Precision", "float32; shown rounded"),
    ],
)  # fmt: skip
def test_each_setting_is_said(form: str, name: str, words: str) -> None:
    assert dict(settings_in_words(every_form()[form]))[name] == words


def test_settings_that_are_off_are_not_named() -> None:
    assert [name for name, _ in settings_in_words(every_form()["plain"])] == ["Inputs", "Scale", "Mask", "Precision"]


def test_masks_that_compose_are_all_said() -> None:
    mask = Mask(causal=True, alignment="bottom_right", window=(None, 1), padding=(2,))
    words = dict(settings_in_words(replace(preset("by-hand"), mask=mask)))["Mask"]
    assert words == (
        "causal: no query sees a later key, aligned at the bottom right; "
        "window: any number of keys before and 1 key after its own place; padding: key 3 hidden"
    )


def test_rotary_positions_say_their_pairs_width_and_start() -> None:
    positions = Rotary("interleaved", 100.0, start=3, width=2)
    words = dict(settings_in_words(replace(preset("two-heads"), positions=positions)))["Positions"]
    assert words == (
        "rotary, interleaved: turns each number with its neighbour, the first 2 numbers of a head, base 100, "
        "the first key at position 3"
    )


def test_own_slopes_are_said_to_be_given() -> None:
    scenario = replace(preset("two-heads"), positions=Alibi((0.5, 0.25)))
    assert dict(settings_in_words(scenario))["Positions"].endswith("slopes as given")


def test_given_weights_name_no_setting_that_does_not_apply() -> None:
    scenario = Scenario(GivenWeights(weights=[[[0.5, 0.5]]]))
    assert [name for name, _ in settings_in_words(scenario)] == ["Inputs", "Precision"]


def test_sizes_name_heads_that_share_keys() -> None:
    assert sizes_in_words(preset("grouped-query")).endswith("4 heads that share 2 heads of keys and values")
    assert sizes_in_words(preset("by-hand")) == "3 queries and 3 keys, d_model = 2, d_k = 2, d_v = 2, d_out = 2, 1 head"
