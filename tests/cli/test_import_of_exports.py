"""The verb `import` on what was saved whole: exports with their scenario, attention of all layers, models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz.cli import main
from attnviz.content.attn_file import load


def test_a_layer_of_saved_attention_is_chosen(said, tmp_path: Path) -> None:
    values = np.full((3, 2, 4, 4), 0.25)
    values[1, :, 0] = [1, 0, 0, 0]
    np.save(tmp_path / "attention.npy", values)
    text = said("import", tmp_path / "attention.npy", "--as", "weights", "--layer", "2", "-o", tmp_path / "out.attn")
    assert "2 heads" in text
    np.testing.assert_array_equal(load(tmp_path / "out.attn").matrix("weights"), values[1])


def test_what_export_writes_is_imported_to_the_same_scenario(said, tmp_path: Path) -> None:
    for ending in ("csv", "tsv", "json", "npz"):
        path, out = tmp_path / f"all.{ending}", tmp_path / f"{ending}.attn"
        assert main(["export", "two-heads", "-o", str(path)]) == 0
        said("import", path, "--into", "two-heads", "-o", out)
        assert load(out) == load("two-heads")


def test_attention_with_an_array_a_layer_opens_by_layer_and_head(said, refused, tmp_path: Path) -> None:
    path, out = tmp_path / "attention.npz", tmp_path / "out.attn"
    layers = [np.full((1, 2, 3, 3), 1 / 3), np.broadcast_to(np.eye(3), (1, 2, 3, 3))]
    np.savez(path, *layers)
    assert "2 layers. Say which: --layer 1 to 2" in refused("import", path, "--as", "weights", "-o", out)
    said("import", path, "--as", "weights", "--layer", "2", "--head", "1", "-o", out)
    np.testing.assert_array_equal(load(out).matrix("weights"), np.eye(3)[np.newaxis])


def test_a_folder_of_a_model_says_what_it_needs(refused, tmp_path: Path) -> None:
    from tools.fuzz.project_files import CONFIGS, WEIGHTS

    (tmp_path / "model.safetensors").write_bytes(WEIGHTS[0])
    (tmp_path / "config.json").write_bytes(CONFIGS[0])
    assert "give X, the rows that enter W_Q" in refused("import", tmp_path, "--layer", "1", "-o", tmp_path / "out.attn")


def test_a_folder_of_a_model_opens_with_x(said, tmp_path: Path) -> None:
    from tools.fuzz.project_files import CONFIGS, WEIGHTS

    (tmp_path / "model.safetensors").write_bytes(WEIGHTS[0])
    (tmp_path / "config.json").write_bytes(CONFIGS[0])
    x, out = tmp_path / "x.csv", tmp_path / "out.attn"
    x.write_text("1,0,0,0,0,0\n0,1,0,0,0,0\n", encoding="utf-8")
    said("import", tmp_path, "--head", "2", x, "--as", "X", "-o", out)
    assert (load(out).sizes.T, load(out).sizes.d_k) == (2, 3)


@pytest.mark.parametrize("kind", ["json", "npz", "html"])
@pytest.mark.parametrize("name", ["two-heads", "by-hand-causal", "grouped-query", "rotary", "softcap", "alibi"])
def test_an_export_of_everything_is_the_same_scenario_again(
    kind: str, name: str, said, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export, made = tmp_path / f"x.{kind}", tmp_path / "x.attn"
    assert main(["export", name, "-o", str(export)]) == 0
    assert "with all its settings" in said("import", export, "-o", made)
    assert load(made) == load(name) == load(export)
    assert main(["trace", str(export), "--stage", "weights"]) == 0
    assert capsys.readouterr().out


def test_another_file_goes_into_the_scenario_that_an_export_carries(said, tmp_path: Path) -> None:
    export, made = tmp_path / "x.npz", tmp_path / "x.attn"
    assert main(["export", "alibi", "-o", str(export)]) == 0
    words = tmp_path / "words.txt"
    count = load("alibi").sizes.T
    words.write_text("".join(f"word {number}\n" for number in range(count)))
    said("import", export, words, "--as", "tokens", "-o", made)
    assert load(made).positions == load("alibi").positions
    assert load(made).query_labels[0] == "word 0"


def test_numbers_that_the_carried_scenario_does_not_have_are_told_of(said, tmp_path: Path) -> None:
    export = tmp_path / "x.json"
    assert main(["export", "by-hand", "-o", str(export)]) == 0
    before, after = export.read_text().split('"stages"')
    export.write_text(before + '"stages"' + after.replace("[1.0, 0.0]", "[7.0, 0.0]", 1))
    assert "Warning: X, row 1, column 1, is 7 in the file, but this scenario computes 1." in said("import", export)


def test_attention_of_several_layers_says_which_command_shows_all(said, refused, tmp_path: Path) -> None:
    maps = np.full((3, 1, 2, 5, 5), 0.2, dtype=np.float32)
    path = tmp_path / "attentions.npz"
    np.savez(path, *maps)
    assert f"attnviz model --checkpoint {path}" in refused("import", path)
    said("import", path, "--as", "weights", "--layer", "2", "-o", tmp_path / "o.attn")
    assert load(tmp_path / "o.attn").heads == 2
