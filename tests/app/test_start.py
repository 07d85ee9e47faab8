"""What the command opens: the first screen, a document, a lesson; wrong names end it with one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from lesson_files import written

SHOWS = """
import sys
from PySide6.QtCore import QTimer
from attnviz.app.run import main
def started(window):
    print(window.windowTitle(), flush=True)
    QTimer.singleShot(0, window.close)
argument, lesson = (text or None for text in sys.argv[1:3])
sys.exit(main(argument, lesson=lesson, started=started))
"""


def run(code: str, *arguments: str, settings: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ATTNVIZ_SETTINGS": str(settings), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def title(tmp_path: Path, argument: str = "", lesson: str = "") -> str:
    done = run(SHOWS, argument, lesson, settings=tmp_path / "settings.ini")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_a_file_the_first_screen_is_shown(tmp_path: Path) -> None:
    assert title(tmp_path) == "Welcome — attnviz"


def test_once_put_away_the_first_screen_stays_away(tmp_path: Path) -> None:
    (tmp_path / "settings.ini").write_text('[General]\ndismissed="[\\"welcome\\"]"\n', encoding="utf-8")
    assert title(tmp_path) == "by-hand.attn[*] — attnviz"


def test_an_example_is_shown_at_once(tmp_path: Path) -> None:
    assert title(tmp_path, "two-heads") == "two-heads.attn[*] — attnviz"


@pytest.mark.parametrize("which", ["by-hand", "2"])
def test_a_lesson_is_played_by_name_or_unit(tmp_path: Path, which: str) -> None:
    assert title(tmp_path, lesson=which) == "Lesson 2: Queries, keys and values by hand — attnviz"


@pytest.mark.parametrize("as_file", [True, False], ids=["as the file", "as the lesson"])
def test_a_lesson_file_is_played(tmp_path: Path, as_file: bool) -> None:
    path = str(written(tmp_path))
    shown = title(tmp_path, path) if as_file else title(tmp_path, lesson=path)
    assert shown == "Lesson: Three steps — attnviz"


def test_a_lesson_file_with_mistakes_opens_to_list_them(tmp_path: Path) -> None:
    path = written(tmp_path, "attnviz_lesson = 1\ntitle = 'No steps'\n")
    assert title(tmp_path, str(path)) == "Lesson three.toml — attnviz"


def test_an_unknown_lesson_is_one_line_and_exit_status_2(tmp_path: Path) -> None:
    code = "import sys; from attnviz.cli import main; sys.exit(main(sys.argv[1:]))"
    done = run(code, "--lesson", "no-such-lesson", settings=tmp_path / "settings.ini")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "no-such-lesson" in done.stderr


IMPORTS = """
import sys
from PySide6.QtCore import QTimer
from attnviz.app.run import main
def started(window):
    def imported(draft, view, more, *, unseen):
        print(draft.found.words, "for", "a new document" if unseen else "this document", flush=True)
        QTimer.singleShot(0, window.close)
    window.questions.imported = imported
sys.exit(main(sys.argv[1], started=started))
"""


def test_a_file_of_numbers_is_offered_as_a_new_document(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("1,5;2\n3;4\n5;6\n", encoding="utf-8")
    done = run(IMPORTS, str(tmp_path / "x.csv"), settings=tmp_path / "settings.ini")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "a table of 3×2 numbers, semicolons between for a new document"


def test_a_damaged_file_of_numbers_is_one_line_and_exit_status_2(tmp_path: Path) -> None:
    (tmp_path / "x.npy").write_bytes(b"\x93NUMPY\x01\x00")
    code = "import sys; from attnviz.cli import main; sys.exit(main(sys.argv[1:]))"
    done = run(code, str(tmp_path / "x.npy"), settings=tmp_path / "settings.ini")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "x.npy" in done.stderr
