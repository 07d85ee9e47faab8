"""Commands on 512 tokens: only what is asked for is computed, written piece by piece, and refused by size in words."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from attnviz import Direct, GivenWeights, Mask, Projected, Scenario, load, save, trace
from attnviz.cli import main, printing
from attnviz.content.documents import numbers
from attnviz.engine import chains
from attnviz.figures.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")
T, D_MODEL, HEADS = 512, 16, 4
Run = Callable[..., str]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    draw = np.random.default_rng(7)
    X = draw.standard_normal((T, D_MODEL))
    matrices = [draw.standard_normal((D_MODEL, D_MODEL)) / 4 for _ in range(4)]
    labels = tuple(f"t{number}" for number in range(T))
    scenario = Scenario(Projected(X, *matrices), "Many", labels, heads=HEADS, dtype="float32", mask=Mask(causal=True))
    path = tmp_path_factory.mktemp("large") / "large.attn"
    save(scenario, path)
    return str(path)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None]]:
    """Each whole T×S stage that is computed, and each output without weights, with its head."""
    found: list[tuple[str, int | None]] = []
    stage_of, mixed = chains.stage_of, chains.mixed

    def counted_stage(chain: object, name: str, **options: object) -> object:
        if len(chain.queries) == T:  # type: ignore[attr-defined]
            found.append((name, options.get("head")))  # type: ignore[arg-type]
        return stage_of(chain, name, **options)  # type: ignore[arg-type]

    def counted_mix(*operands: object, **options: object) -> object:
        found.append(("head_output", options.get("head")))  # type: ignore[arg-type]
        return mixed(*operands, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(chains, "stage_of", counted_stage)
    monkeypatch.setattr(chains, "mixed", counted_mix)
    return found


def test_one_stage_of_one_head_computes_nothing_else(said: Run, file: str, computed: list, tmp_path: Path) -> None:
    said("trace", file, "--stage", "weights", "--head", "2", "--format", "csv", "-o", str(tmp_path / "w.csv"))
    assert computed == [("weights", 1)]


def test_a_table_of_many_numbers_is_what_csv_readers_read(said: Run, file: str, tmp_path: Path) -> None:
    path = tmp_path / "masked.csv"
    said("trace", file, "--stage", "masked", "--head", "3", "-o", str(path))
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert rows[0] == ["", *load(file).key_labels]
    found = np.array([row[1:] for row in rows[1:]], dtype=np.float32)
    np.testing.assert_array_equal(found, trace(load(file)).at("masked", 2))


def test_many_numbers_as_json_are_what_json_readers_read(said: Run, file: str) -> None:
    found = json.loads(said("trace", file, "--stage", "weights", "--format", "json"))
    np.testing.assert_array_equal(np.array(found["values"], dtype=np.float32), trace(load(file)).at("weights", 0))


def test_a_text_of_many_numbers_shows_the_corners_and_says_how_to_have_all(said: Run, file: str) -> None:
    lines = said("trace", file, "--stage", "weights").splitlines()
    assert lines[1].split() == ["t0", "t1", "t2", "t3", "…", "t508", "t509", "t510", "t511"]
    assert lines[2].split()[:2] == ["t0", "1"]  # the first query sees itself alone
    assert lines[-1] == "512×512 in all; --format csv -o FILE writes them."
    assert len(lines) == 12


def test_the_text_of_a_smaller_matrix_is_whole(said: Run) -> None:
    assert "in all" not in said("trace", "trophy", "--stage", "X")


def test_an_archive_of_all_heads_holds_what_numpy_reads(said: Run, file: str, tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    said("export", file, "--stage", "weights", "-o", str(path))
    with np.load(path) as archive:
        np.testing.assert_array_equal(archive["weights"], trace(load(file)).weights)


def test_a_long_table_of_all_heads_has_a_line_for_each_number(said: Run, file: str, tmp_path: Path) -> None:
    path = tmp_path / "q.csv"
    said("export", file, "--stage", "queries", "-o", str(path))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + HEADS * T * D_MODEL // HEADS
    place, _, number = lines[-1].rpartition(",")
    assert place == "queries,4,512,4,t511,4"
    assert np.float32(number) == trace(load(file)).at("queries", 3)[511, 3]


def test_a_text_that_no_program_opens_is_refused_by_its_size(
    refused: Run, file: str, computed: list, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(numbers, "MOST_AS_TEXT", 4_000_000)
    line = refused("export", file, "-o", str(tmp_path / "all.csv"))
    assert re.search(
        r"5\u202f\d+\u202f\d+ numbers would be about 0 GB of text\. Take NPZ, one stage or one head\.", line
    )
    assert computed == []
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_is_interrupted_leaves_nothing(
    file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(chains, "stage_of", interrupted)
    assert main(["export", file, "--stage", "weights", "-o", str(tmp_path / "w.npz")]) == 130
    assert list(tmp_path.iterdir()) == []


def test_a_hidden_row_prints_nothing_before_it_is_told(refused: Run, tmp_path: Path) -> None:
    path = tmp_path / "hidden.attn"
    save(Scenario(GivenWeights(np.full((1, 2, 2), 0.5))), path)
    assert "no stage" in refused("export", str(path), "--stage", "weights,scores", "--format", "csv")


def test_a_map_is_drawn_from_its_own_stage_alone(said: Run, file: str, computed: list, tmp_path: Path) -> None:
    said("render", file, "--figure", "scores", "--head", "2", "-o", str(tmp_path / "s.png"))
    assert computed == [("scores", 1)]


def test_bars_of_one_query_compute_no_whole_map(said: Run, file: str, computed: list, tmp_path: Path) -> None:
    said("render", file, "--figure", "bars", "--query", "9", "-o", str(tmp_path / "b.png"))
    assert computed == []


def test_inputs_are_drawn_without_computing(said: Run, file: str, computed: list, tmp_path: Path) -> None:
    said("render", file, "--figure", "inputs", "-o", str(tmp_path / "i.svg"))
    assert computed == []


def test_a_document_computes_the_rows_that_it_shows(said: Run, file: str, computed: list, tmp_path: Path) -> None:
    said("export", file, "--stage", "weights", "--head", "1", "-o", str(tmp_path / "w.tex"))
    assert computed == []
    assert "0.02" in (tmp_path / "w.tex").read_text(encoding="utf-8")


def test_the_arithmetic_of_one_number_asks_for_no_whole_map_but_its_own(said: Run, file: str, computed: list) -> None:
    said("explain", file, "--stage", "scores", "--row", "9", "--column", "3")
    assert set(computed) <= {("scores", 0)}


def test_lines_between_too_many_tokens_name_the_map(refused: Run, tmp_path: Path) -> None:
    path = tmp_path / "wide.attn"
    save(Scenario(Projected(np.ones((701, 1)), *(np.ones((1, 1)) for _ in range(3)))), path)
    assert "--figure weights" in refused("render", str(path), "--figure", "lines", "-o", str(tmp_path / "l.png"))


def test_a_walk_along_rows_too_thin_to_be_seen_is_refused(refused: Run, file: str, tmp_path: Path) -> None:
    assert "too thin" in refused("walk", file, "-o", str(tmp_path / "w.gif"))


def test_a_walk_of_one_query_over_very_many_keys_is_drawn(tmp_path: Path, qapp: object) -> None:
    path, keys = tmp_path / "step.attn", np.arange(800.0).reshape(400, 2) / 400
    save(Scenario(Direct(np.ones((1, 2)), keys, keys)), path)
    assert main(["walk", str(path), "-o", str(tmp_path / "w.png"), "--size", "320x200"]) == 0
    assert len(list(tmp_path.glob("w-*.png"))) > 5


@pytest.mark.parametrize("name", ["masks", "decode", "mistakes", "circuits"])
def test_laboratories_that_hold_whole_matrices_are_refused_by_size(refused: Run, file: str, name: str) -> None:
    assert "512 tokens are too many" in refused("lab", name, file)


def test_a_picture_goes_without_a_scenario_that_is_too_large_and_says_so(
    capsys: pytest.CaptureFixture[str], file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("attnviz.cli.pictures.MOST_CARRIED", 10)
    assert main(["render", file, "--figure", "inputs", "-o", str(tmp_path / "i.png")]) == 0
    assert "does not carry its scenario" in capsys.readouterr().err
    with pytest.raises(ValueError, match="carries no scenario"):
        load(tmp_path / "i.png")


def test_pieces_reach_a_pipe_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(printing.sys, "stdout", out)
    printing.put_pieces(iter(["a,ü\n", "1\n"]))
    assert out.buffer.getvalue() == "a,ü\n1\n".encode()  # type: ignore[attr-defined]


def test_large_maps_are_coloured_by_powers_of_ten_or_evenly(said: Run, file: str, tmp_path: Path) -> None:
    for colours in ("powers", "linear"):
        target = tmp_path / f"{colours}.svg"
        said("render", file, "--figure", "weights", "--no-scenario", "--colours", colours, "-o", str(target))
        assert ("powers of ten" in target.read_text(encoding="utf-8")) == (colours == "powers")


def test_colours_are_refused_where_they_would_change_nothing(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "scores.svg")
    assert main(["render", file, "--figure", "scores", "--colours", "powers", "-o", target]) != 0
    assert (
        "--colours is of weights and exponentials of more than 64×64 cells, or 256 rows or columns."
        in capsys.readouterr().err
    )


def test_a_part_of_a_map_is_drawn_with_its_numbers(said: Run, file: str, tmp_path: Path) -> None:
    path = tmp_path / "part.svg"
    said("render", file, "--figure", "weights", "--rows", "5-8", "--columns", "3-6", "--no-scenario", "-o", str(path))
    drawn = set(re.findall(r">([^<>]+)</text>", path.read_text("utf-8")))
    part = trace(load(file)).at("weights", 0)[4:8, 2:6]
    expected = {f"{value:.4f}" for value in part[part > 0]}
    assert len(expected) == 15  # the mask hides key 6 from query 5
    assert expected <= drawn


def test_rows_that_do_not_exist_are_refused(refused: Run, file: str, tmp_path: Path) -> None:
    words = refused("render", file, "--figure", "weights", "--rows", "500-600", "-o", str(tmp_path / "x.png"))
    assert f"There are {T} rows, and --rows goes to 600. End by {T}." in words


@pytest.mark.parametrize("on_terminal", [True, False])
def test_somebody_at_a_terminal_is_told_of_very_many_numbers(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, on_terminal: bool
) -> None:
    monkeypatch.setattr("attnviz.cli.export._VERY_MANY", 1 << 20)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: on_terminal)
    assert main(["export", file, "--stage", "weights", "-o", str(tmp_path / "w.npz")]) == 0
    told = f"has {4 * T * T * HEADS >> 20} MB. One head alone: --stage weights --head 1."
    assert (told in capsys.readouterr().err) == on_terminal


def test_only_a_query_that_was_asked_for_is_set_off_in_a_large_map(said: Run, file: str, tmp_path: Path) -> None:
    files = {}
    for query in (None, 9):
        path = tmp_path / f"{query}.svg"
        asked = () if query is None else ("--query", str(query))
        said("render", file, "--figure", "weights", *asked, "--no-scenario", "-o", str(path))
        files[query] = path.read_text("utf-8")
    blue = theme("light").role("queries").name()
    assert blue not in files[None]
    assert blue in files[9]
    assert ">9<" in files[9]


@pytest.mark.parametrize("wrong", [("--cell", "99"), ("--width", "0mm"), ("--font", "4000"), ("--colour-map", "mud")])
def test_what_cannot_be_had_is_refused_before_anything_is_computed(
    refused: Run, file: str, computed: list, tmp_path: Path, wrong: tuple[str, str]
) -> None:
    refused("render", file, "--figure", "weights", *wrong, "-o", str(tmp_path / "x.png"))
    assert computed == []


@pytest.mark.parametrize(("much", "on_terminal"), [(1, True), (1, False), (1 << 30, True)])
def test_somebody_at_a_terminal_is_told_what_a_picture_carries(
    file: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    much: int,
    on_terminal: bool,
) -> None:
    monkeypatch.setattr("attnviz.cli.pictures._MUCH", much)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: on_terminal)
    assert main(["render", file, "--figure", "inputs", "-o", str(tmp_path / "i.png")]) == 0
    told = "--no-scenario leaves it out" in capsys.readouterr().err
    assert told == (on_terminal and much == 1)


def test_a_part_is_of_maps_of_queries_and_keys(refused: Run, file: str, tmp_path: Path) -> None:
    words = refused("render", file, "--figure", "queries", "--columns", "5-9", "-o", str(tmp_path / "x.png"))
    assert "--columns is of maps of queries and keys" in words
