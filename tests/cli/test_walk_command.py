"""attnviz walk: pictures of every step, all or none."""

from __future__ import annotations

import sys

import pytest

from attnviz.cli.command import main

SMALL = ("--size", "320x200")
pytestmark = pytest.mark.usefixtures("qapp")  # else a lesser application stands in the way of later tests


def test_a_walk_is_written_as_an_animated_gif(tmp_path):
    target = tmp_path / "walk.gif"
    assert main(["walk", "by-hand", "-o", str(target), *SMALL]) == 0
    assert target.read_bytes()[:6] == b"GIF89a"


def test_a_walk_is_written_as_numbered_pictures(tmp_path):
    assert main(["walk", "mixture", "--query", "1", "-o", str(tmp_path / "w.png"), *SMALL]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names[:2] == ["w-01.png", "w-02.png"]


def test_no_picture_is_written_where_one_exists(tmp_path, capsys):
    (tmp_path / "w-02.png").write_bytes(b"mine")
    assert main(["walk", "mixture", "-o", str(tmp_path / "w.png"), *SMALL]) == 2
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"mine"]
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["by-hand", "-o", "walk.svg"], "gif"),
        (["-o", "walk.gif"], "--lesson"),
        (["by-hand", "--lesson", "masks", "-o", "walk.gif"], "--lesson"),
        (["by-hand", "--head", "2", "-o", "walk.gif"], "no head 2"),
        (["by-hand", "--query", "9", "-o", "walk.gif"], "no query 9"),
        (["by-hand", "--size", "wide", "-o", "walk.gif"], "1280x720"),
        (["by-hand", "--size", "9x9", "-o", "walk.gif"], "Choose sides"),
        (["nothing", "-o", "walk.gif"], "nothing"),
    ],
)
def test_wrong_words_are_one_line_and_write_nothing(tmp_path, monkeypatch, capsys, words, complaint):
    monkeypatch.chdir(tmp_path)
    assert main(["walk", *words]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_pictures_that_cannot_all_be_written_leave_none(tmp_path, capsys):
    (tmp_path / "w-02.png").mkdir()
    (tmp_path / "w-01.png").write_bytes(b"mine")
    assert main(["walk", "mixture", "-o", str(tmp_path / "w.png"), *SMALL, "--force"]) == 2
    assert (tmp_path / "w-01.png").read_bytes() == b"mine"
    assert len(list(tmp_path.iterdir())) == 2
    assert capsys.readouterr().err == f"attnviz: {tmp_path / 'w-02.png'}: this is a folder. Give the name of a file.\n"


def test_a_lesson_with_mistakes_is_named_once_with_its_line(tmp_path, capsys):
    lesson = tmp_path / "bad.toml"
    lesson.write_text("attnviz_lesson = 1\ntitle = 3\n", encoding="utf-8")
    assert main(["walk", "--lesson", str(lesson), "-o", str(tmp_path / "w.gif")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"attnviz: {lesson}:1: the lesson has no steps")
    assert error.count(str(lesson)) == error.count("\n") == 1


@pytest.mark.parametrize("words", [["nothing"], ["--lesson", "nothing"]])
def test_what_is_not_there_is_named_once(tmp_path, capsys, words):
    assert main(["walk", *words, "-o", str(tmp_path / "w.gif")]) == 2
    assert capsys.readouterr().err.count("nothing") == 1


@pytest.mark.parametrize("on_terminal", [True, False], ids=["terminal", "file"])
def test_only_a_terminal_is_told_what_goes_on(tmp_path, monkeypatch, capsys, on_terminal):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: on_terminal)
    assert main(["walk", "mixture", "-o", str(tmp_path / "w.gif"), *SMALL]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert [line.split()[0] for line in said.err.splitlines()] == (
        ["Drawing", str(tmp_path / "w.gif")] if on_terminal else []
    )
