"""render, as typed: the files it writes and what it refuses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from attnviz.cli import main
from attnviz.content.attn_file import load, save
from attnviz.engine.mask import Mask

pytestmark = pytest.mark.usefixtures("qapp")


def _texts(path: Path) -> list[str]:
    """The texts of an SVG, spaces joined."""
    root = ElementTree.fromstring(path.read_bytes())
    return [" ".join("".join(node.itertext()).split()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


def _rendered(path: Path, *arguments: str) -> Path:
    assert main(["render", *arguments, "-o", str(path)]) == 0
    return path


@pytest.mark.parametrize(("kind", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_the_ending_of_the_name_chooses_the_format(tmp_path: Path, kind: str, start: bytes) -> None:
    path = _rendered(tmp_path / f"weights.{kind}", "by-hand", "--figure", "weights")
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize(
    "figure", ["board", "heads", "bars", "vectors", "lines", "concat", "scores", "X", "W_O", "output"]
)
def test_every_figure_can_be_drawn(tmp_path: Path, figure: str) -> None:
    assert QImage(str(_rendered(tmp_path / "f.png", "two-heads", "--figure", figure))).width() > 50


def test_the_picture_shows_the_numbers_that_are_computed(tmp_path: Path) -> None:
    texts = _texts(_rendered(tmp_path / "w.svg", "by-hand-causal", "--figure", "weights"))
    assert {"0.670", "0.330", "0.306", "0.074", "0.620"} <= set(texts)


def test_the_trained_head_shows_where_it_looks(tmp_path: Path) -> None:
    texts = _texts(_rendered(tmp_path / "w.svg", "trophy", "--figure", "weights"))
    assert "0.574" in texts
    assert "0.252" in texts


def test_decimals_can_be_chosen(tmp_path: Path) -> None:
    texts = _texts(_rendered(tmp_path / "w.svg", "by-hand-causal", "--figure", "weights", "--decimals", "1"))
    assert "0.7" in texts
    assert "0.670" not in texts


def test_the_second_head_is_drawn_when_it_is_asked_for(tmp_path: Path) -> None:
    first = _texts(_rendered(tmp_path / "1.svg", "two-heads", "--figure", "weights"))
    second = _texts(_rendered(tmp_path / "2.svg", "two-heads", "--figure", "weights", "--head", "2"))
    assert "0.892" in first
    assert "0.849" in second
    assert "0.892" not in second


def test_the_width_is_kept_in_pixels_and_in_millimetres(tmp_path: Path) -> None:
    assert QImage(str(_rendered(tmp_path / "w.png", "by-hand", "--figure", "weights", "--width", "500"))).width() == 500
    svg = _rendered(tmp_path / "w.svg", "by-hand", "--figure", "weights", "--width", "80mm").read_text(encoding="utf-8")
    assert re.search(r'width="80(\.0+)?mm"', svg)


def test_a_scale_of_two_doubles_the_pixels(tmp_path: Path) -> None:
    one = QImage(str(_rendered(tmp_path / "1.png", "by-hand", "--figure", "weights")))
    two = QImage(str(_rendered(tmp_path / "2.png", "by-hand", "--figure", "weights", "--scale", "2")))
    assert two.width() == pytest.approx(2 * one.width(), abs=1)  # sizes are whole pixels


def test_theme_background_and_parts_can_be_chosen(tmp_path: Path) -> None:
    plain = _rendered(tmp_path / "1.svg", "by-hand", "--figure", "weights")
    bare = _rendered(
        tmp_path / "2.svg", "by-hand", "--figure", "weights", "--no-title", "--no-legend", "--no-numbers",
        "--theme", "dark", "--transparent", "--colour-map", "blue-red",
    )  # fmt: skip
    assert "Weights" in " ".join(_texts(plain))
    assert "Weights" not in " ".join(_texts(bare))
    assert not any("." in text for text in _texts(bare))


def test_an_existing_picture_is_replaced_only_with_force(refused, tmp_path: Path) -> None:
    path = tmp_path / "w.png"
    path.write_bytes(b"mine")
    assert "--force" in refused("render", "by-hand", "--figure", "weights", "-o", str(path))
    assert path.read_bytes() == b"mine"
    _rendered(path, "by-hand", "--figure", "weights", "--force")
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["by-hand"], "required"),
        (["by-hand", "--figure", "weights"], "-o"),
        (["by-hand", "--figure", "weights", "-o", "w.gif"], ".png, .svg, .pdf"),
        (["by-hand", "--figure", "weights", "-o", "w"], ".png, .svg, .pdf"),
        (["by-hand", "--figure", "pie", "-o", "w.png"], "pie"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--head", "2"], "no head 2"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--query", "4"], "no query 4"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--width", "wide"], "160mm"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--width", "0"], "above 0 and up to 20000."),
        (
            ["by-hand", "--figure", "weights", "-o", "w.png", "--width", "99999999"],
            "width is 99999999 px. Give a number above 0 and up to 20000.",
        ),
        (
            ["by-hand", "--figure", "weights", "-o", "w.png", "--width", "6000mm"],
            "width is 6000 mm. Give a number above 0 and up to 5291.",
        ),
        (
            ["by-hand", "--figure", "weights", "-o", "w.png", "--width", "9" * 400],
            "999...'. Give pixels or millimetres, such as 640",
        ),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--width", "1" + "x" * 400], "xxx...'. Give pixels"),
        (["by-hand", "--figure", "weights", "-o", ""], 'attnviz: "": a picture'),
        (["by-hand", "--figure", "weights", "-o", "w.png/"], "w.png/: this is a folder"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--scale", "nan"], "scale"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--dpi", "1e9"], "dpi"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--theme", "pink"], "pink"),
        (["by-hand", "--figure", "weights", "-o", "w.png", "--colour-map", "jet"], "viridis"),
        (["by-hand", "--figure", "weights", "-o", "no/such/folder/w.png"], "folder"),
        (["by-hand", "--figure", "nosuch", "-o", "w.png"], "board, heads, bars, vectors, concat, inputs, "),
        (["no-such-preset", "--figure", "weights", "-o", "w.png"], "attnviz examples"),
    ],
)
def test_wrong_input_is_one_line_and_no_file(
    refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refused("render", *arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("figure", ["weights", "board", "bars"])
def test_a_hidden_row_is_an_error_and_no_empty_picture(refused, tmp_path: Path, figure: str) -> None:
    save(replace(load("by-hand"), mask=Mask(padding=(0, 1, 2))), tmp_path / "h.attn")
    line = refused("render", str(tmp_path / "h.attn"), "--figure", figure, "-o", str(tmp_path / "w.png"))
    assert "sees no key" in line
    assert not (tmp_path / "w.png").exists()


def test_a_stage_before_the_hidden_row_can_be_drawn(tmp_path: Path) -> None:
    save(replace(load("by-hand"), mask=Mask(padding=(0, 1, 2))), tmp_path / "h.attn")
    assert _rendered(tmp_path / "m.png", str(tmp_path / "h.attn"), "--figure", "masked").exists()


def test_it_needs_no_display_and_no_pyqtgraph(tmp_path: Path) -> None:
    code = "import sys; from attnviz.cli import main; print(main(sys.argv[1:]), 'pyqtgraph' in sys.modules)"
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, "-c", code, "render", "by-hand", "--figure", "board", "-o", str(tmp_path / "b.svg")],
        capture_output=True, text=True, timeout=60, check=False, env=environment,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 False\n", "")


def test_rotation_is_a_figure_where_positions_turn(tmp_path: Path, refused) -> None:
    # Every query of the example is (2, 0); that of position 1 is turned by 30° to (2 cos 30°, 2 sin 30°).
    texts = _texts(_rendered(tmp_path / "turned.svg", "rotary", "--figure", "rotation", "--query", "2"))
    assert "Query 2 “b” at position 1" in texts
    assert {"30°", "turned (1.732, 1)"} <= set(texts)  # a point is written without the noise of its last bit
    assert 'no figure "rotation"' in refused("render", "by-hand", "--figure", "rotation", "-o", tmp_path / "no.svg")
