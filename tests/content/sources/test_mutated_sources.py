"""A model's folder may be damaged anywhere: it opens and computes, or a named error says what is wrong."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import checkpoint_files as files
import numpy as np
import pytest
from mutations import mutated

from attnviz.content.sources.opening import open_source
from attnviz.content.sources.source import Place
from attnviz.engine.errors import AttentionError

MANY = 60
SCALED = {"rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                           "original_max_position_embeddings": 64}, "sliding_window": 3}  # fmt: skip
FOLDERS: dict[str, tuple[files.Arrays, dict[str, Any], str]] = {
    "bert": (files.bert("bert."), files.BERT, "she sat by the river"),
    "gpt2": (files.gpt2(), files.GPT2, ""),
    "llama": (files.llama(), files.LLAMA | SCALED | {"model_type": "mistral"}, ""),
}


@pytest.mark.parametrize("family", FOLDERS)
@pytest.mark.parametrize("damaged", ["config.json", "vocab.txt", "model.safetensors", "x.npz"])
def test_a_damaged_model_opens_or_is_refused_by_a_named_error(tmp_path: Path, family: str, damaged: str) -> None:
    arrays, config, text = FOLDERS[family]
    folder = files.save(tmp_path / "m", arrays, config)
    (folder / "vocab.txt").write_text("\n".join(files.WORDS) + "\n", encoding="utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": True}), encoding="utf-8")
    np.savez(folder / "x.npz", X=files.rows(2, 4, 12), tokens=np.array(list("abcd")))
    whole, chance = (folder / damaged).read_bytes(), random.Random(family + damaged)
    for _ in range(MANY):
        (folder / damaged).write_bytes(mutated(whole, chance))
        with contextlib.suppress(AttentionError):
            source = open_source(folder, text=text, x=None if text else folder / "x.npz")
            assert source.weights(1).shape[0] == source.heads
            assert np.isfinite(source.weights(1)).all()
            scenario = source.scenario(Place(1, 0))
            assert source.place_of(scenario.title) == Place(1, 0)
