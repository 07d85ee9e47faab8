"""The settings beside a checkpoint's arrays: what they set, what may be missing, and what is refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import checkpoint_files as files
import numpy as np
import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.families import HeadsUnknown
from attnviz.content.sources.opening import open_source
from attnviz.content.sources.source import Place

T = 5
X = files.rows(T, 12)


def test_without_config_the_number_of_heads_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(HeadsUnknown, match=r"config\.json: it is not there, .* give the number"):
        files.opened(tmp_path, files.gpt2(), None)
    source = files.opened(tmp_path, files.gpt2(), None, heads=3)
    assert source.heads == 3
    assert source.with_x(X, 0).weights(0).shape == (3, T, T)


def test_without_config_the_base_of_rotary_positions_is_told(tmp_path: Path) -> None:
    source = files.opened(tmp_path, files.llama(), None, heads=4)
    assert source.kv_heads == 2
    assert "taken as 10000" in source.note


@pytest.mark.parametrize("heads", [5, 7, 1000])
def test_heads_that_do_not_divide_the_columns_are_refused(tmp_path: Path, heads: int) -> None:
    with pytest.raises(FileProblem, match=r"do not (divide|fit)"):
        files.opened(tmp_path, files.llama(), None, heads=heads)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"model_type": "cohere"}, "model_type is 'cohere', whose positions and scale are not built"),
        ({"model_type": "phi3"}, "'phi3'"),
    ],
)
def test_a_relative_that_is_not_known_shows_its_matrices_only(
    tmp_path: Path, config: dict[str, Any], words: str
) -> None:
    source = files.opened(tmp_path, files.llama(), files.LLAMA | config)
    assert words in source.missing
    assert source.matrices(Place(0, 0))["W_Q"].shape == (12, 6)
    with pytest.raises(FileProblem, match=r"config\.json: Its model_type .* Open its matrices one by one"):
        source.with_x(X, 0).weights(0)


def test_normalised_queries_are_refused_by_name(tmp_path: Path) -> None:
    arrays = files.llama() | {"model.layers.0.self_attn.q_norm.weight": np.ones(6, np.float32)}
    source = files.opened(tmp_path, arrays, files.LLAMA | {"model_type": "qwen2"})
    assert "normalises queries and keys" in source.missing


@pytest.mark.parametrize("kind", ["yarn", "dynamic", "longrope"])
def test_a_scaling_that_is_not_built_is_refused_by_name(tmp_path: Path, kind: str) -> None:
    config = files.LLAMA | {"rope_scaling": {"rope_type": kind, "factor": 2.0}}
    with pytest.raises(FileProblem, match=f"scaled by '{kind}'; only linear and llama3"):
        files.opened(tmp_path, files.llama(), config)


@pytest.mark.parametrize(
    "config",
    [
        {"rope_theta": "big"}, {"rope_theta": -1}, {"rope_theta": True}, {"num_attention_heads": 0},
        {"num_attention_heads": 2.0}, {"rope_scaling": 3}, {"rope_scaling": {"type": "linear"}}, {"model_type": 7},
        {"partial_rotary_factor": 2.0}, {"sliding_window": "x"}, {"rope_scaling": {"type": "linear", "factor": 0}},
    ],
)  # fmt: skip
def test_settings_of_the_wrong_kind_are_named(tmp_path: Path, config: dict[str, Any]) -> None:
    with pytest.raises(FileProblem, match=r"config\.json: ") as caught:
        files.opened(tmp_path, files.llama(), files.LLAMA | config)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00", '{"a": 1, "a": 2}'])
def test_a_damaged_config_is_named(tmp_path: Path, text: str) -> None:
    folder = files.save(tmp_path / "my-model", files.gpt2(), None)
    (folder / "config.json").write_text(text, encoding="utf-8")
    with pytest.raises(FileProblem, match=r"config\.json"):
        open_source(folder)


@pytest.mark.parametrize(
    ("config", "windows"),
    [
        ({"model_type": "mistral", "sliding_window": 3}, [2, 2]),
        ({"model_type": "mistral", "sliding_window": None}, [None, None]),
        ({"model_type": "qwen2", "sliding_window": 3}, [None, None]),
        ({"model_type": "qwen2", "sliding_window": 3, "use_sliding_window": True, "max_window_layers": 1}, [None, 2]),
        ({"model_type": "gemma2", "sliding_window": 4}, [3, None]),
        (
            {"model_type": "gemma2", "sliding_window": 4, "layer_types": ["full_attention", "sliding_attention"]},
            [None, 3],
        ),
    ],
)
def test_sliding_windows_are_those_of_the_settings(tmp_path: Path, config: dict[str, Any], windows: list[Any]) -> None:
    source = files.opened(tmp_path, files.llama(), files.LLAMA | config).with_x(files.rows(2, T, 12))
    found = [source.scenario(Place(layer, 0)).mask.window for layer in range(2)]
    assert found == [None if window is None else (window, None) for window in windows]


def test_gemma_scales_caps_and_normalises_in_its_own_way(tmp_path: Path) -> None:
    config = {"model_type": "gemma2", "query_pre_attn_scalar": 16, "attn_logit_softcapping": 5.0, "rms_norm_eps": 1e-6}
    arrays = files.llama()
    source = files.opened(tmp_path, arrays, files.LLAMA | config).with_x(X, 0, residual=True)
    scenario = source.scenario(Place(0, 0))
    assert (scenario.scale, scenario.softcap) == (0.25, 5.0)
    gain = arrays["model.layers.0.input_layernorm.weight"].astype(float) + 1
    expected = X / np.sqrt((X**2).mean(axis=1, keepdims=True) + 1e-6) * gain
    np.testing.assert_allclose(scenario.matrix("X"), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("config", "words"),
    [({"hidden_act": "swish"}, "hidden_act is 'swish'"), ({"position_embedding_type": "relative_key"}, "relative_key")],
)
def test_a_bert_of_another_make_is_refused_by_name(tmp_path: Path, config: dict[str, Any], words: str) -> None:
    folder = files.save(tmp_path / "my-model", files.bert(), files.BERT | config)
    (folder / "vocab.txt").write_text("\n".join(files.WORDS), encoding="utf-8")
    with pytest.raises(FileProblem, match=words):
        open_source(folder, text="she sat")
