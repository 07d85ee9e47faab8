"""render with several scenarios: each into the folder by its name, failures told, the rest done."""

from __future__ import annotations

import shutil

import pytest

from attnviz import load, save
from attnviz.cli.command import main
from attnviz.cli.progress import Bar

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def three(tmp_path):
    """Two scenarios and one that is none."""
    for name in ("by-hand", "two-heads"):
        save(load(name), tmp_path / f"{name}.attn")
    (tmp_path / "bad.attn").write_text("{}")
    return [str(tmp_path / f"{name}.attn") for name in ("by-hand", "bad", "two-heads")]


def test_each_scenario_is_drawn_under_its_own_name(three, tmp_path):
    main(["render", *three, "--figure", "weights", "--format", "svg", "-o", f"{tmp_path}/figures/"])
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == ["by-hand.svg", "two-heads.svg"]


def test_a_failure_is_one_line_and_the_rest_is_done(three, tmp_path, capsys):
    assert main(["render", *three, "--figure", "weights", "-o", f"{tmp_path}/figures/"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "bad.attn" in lines[0]


def test_a_folder_holds_the_picture_of_one_scenario_too(tmp_path):
    assert main(["render", "by-hand", "--figure", "weights", "-o", str(tmp_path)]) == 0
    assert (tmp_path / "by-hand.png").exists()


def test_two_scenarios_of_one_name_do_not_replace_each_other(three, tmp_path, capsys):
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(three[2], other / "by-hand.attn")
    assert main(["render", three[0], str(other / "by-hand.attn"), "--figure", "weights", "-o", f"{tmp_path}/f/"]) == 2
    assert "by-hand.png too" in capsys.readouterr().err
    assert load(tmp_path / "f" / "by-hand.png") == load("by-hand")


def test_several_pictures_into_one_file_are_refused(three, tmp_path, capsys):
    target = tmp_path / "one.png"
    target.write_bytes(b"mine")
    assert main(["render", *three, "--figure", "weights", "-o", str(target)]) == 2
    assert "folder" in capsys.readouterr().err
    assert target.read_bytes() == b"mine"


def test_several_pictures_need_a_folder_and_no_name_of_a_picture(three, tmp_path, capsys):
    assert main(["render", *three, "--figure", "weights", "-o", str(tmp_path / "all.png")]) == 2
    assert "need a folder" in capsys.readouterr().err
    assert not (tmp_path / "all.png").exists()


def test_existing_pictures_stay_unless_forced(three, tmp_path):
    (tmp_path / "by-hand.png").write_bytes(b"mine")
    assert main(["render", *three, "--figure", "weights", "-o", str(tmp_path)]) == 2
    assert (tmp_path / "by-hand.png").read_bytes() == b"mine"
    assert (tmp_path / "two-heads.png").exists()


def test_a_picture_carries_its_scenario_unless_told_otherwise(tmp_path, capsys):
    assert main(["render", "trophy", "--figure", "weights", "-o", str(tmp_path / "a.svg")]) == 0
    assert main(["render", "trophy", "--figure", "weights", "-o", str(tmp_path / "b.svg"), "--no-scenario"]) == 0
    assert load(tmp_path / "a.svg") == load("trophy")
    assert main(["check", str(tmp_path / "b.svg")]) == 2
    assert "carries no scenario" in capsys.readouterr().err


def test_a_picture_serves_wherever_a_scenario_is_asked_for(tmp_path, capsys):
    main(["render", "by-hand", "--figure", "weights", "-o", str(tmp_path / "a.pdf")])
    assert main(["trace", str(tmp_path / "a.pdf"), "--stage", "weights", "--format", "csv"]) == 0
    drawn = capsys.readouterr().out
    main(["trace", "by-hand", "--stage", "weights", "--format", "csv"])
    assert drawn == capsys.readouterr().out


def test_the_format_asked_for_goes_before_the_ending(tmp_path):
    assert main(["render", "by-hand", "--figure", "X", "-o", str(tmp_path / "a.image"), "--format", "pdf"]) == 0
    assert (tmp_path / "a.image").read_bytes().startswith(b"%PDF")


class _Terminal:
    """A stream that says it is a terminal and keeps what it gets."""

    encoding = "utf-8"

    def __init__(self):
        self.written = ""

    def isatty(self):
        return True

    def write(self, text):
        self.written += text

    def flush(self):
        pass


def test_the_bar_tells_how_many_are_done():
    terminal = _Terminal()
    bar = Bar(4, terminal)
    bar.step()
    bar.show("b.attn")
    assert "[######..................] 1/4 b.attn" in terminal.written


def test_the_bar_keeps_out_of_a_pipe():
    terminal = _Terminal()
    terminal.isatty = lambda: False
    Bar(4, terminal).show("b.attn")
    assert terminal.written == ""
