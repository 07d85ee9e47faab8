"""Random use for some dozens of deeds, as the hour-long soak does it, and a few starts and closes of the program."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from attnviz.app.dialogs.questions import Questions
from tools.soak.answers import Answers
from tools.soak.playing import Length, Played
from tools.soak.starts import start_and_close


def _soak(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.soak", *options], capture_output=True, text=True, timeout=240, check=False
    )


def test_random_use_fails_nowhere_and_leaves_nothing() -> None:
    done = _soak("--deeds", "60", "--seed", "5", "--largest", "700", "--starts", "0")
    assert (done.returncode, "nothing failed" in done.stdout) == (0, True), done.stdout + done.stderr


@pytest.mark.parametrize("question", sorted(name for name in dir(Questions) if not name.startswith("_")))
def test_every_question_of_the_window_can_be_put_to_it(question: str, tmp_path: Path) -> None:
    asked = inspect.signature(getattr(Questions, question)).parameters.values()
    about = [name.name for name in asked if name.kind is name.POSITIONAL_OR_KEYWORD and name.name != "self"]
    further = {name.name: None for name in asked if name.kind is name.KEYWORD_ONLY}
    answer = getattr(Answers(Random(1), tmp_path), question)
    inspect.signature(answer).bind(*about, **further)


# What would be played is told, but not played.
TOLD = """
import tools.soak.__main__, tools.soak.playing
tools.soak.playing.play = lambda *_asked, **_further: tools.soak.playing.Played()
tools.soak.__main__.main(["--seed", "41", "--deeds", "7", "--starts", "0"])
"""


def test_its_seed_and_its_length_are_told() -> None:
    done = subprocess.run([sys.executable, "-c", TOLD], capture_output=True, text=True, timeout=240, check=False)
    assert done.stdout.startswith("seed 41: 7 deeds,"), done.stderr


def test_a_length_in_deeds_does_not_look_at_the_time() -> None:
    assert Length(8, "deeds").part(seconds=100.0, deeds=2) == 0.25
    assert Length(8, "seconds").part(seconds=2.0, deeds=100) == 0.25


def test_the_program_starts_and_closes_with_status_0() -> None:
    assert start_and_close(5, lambda _: None) == []


def test_growth_is_between_the_first_and_the_last_third_of_the_checks() -> None:
    assert Played(memory=[100.0, 101.0, 100.0, 120.0, 90.0, 110.0, 112.0, 111.0, 113.0]).growth == 12.0
