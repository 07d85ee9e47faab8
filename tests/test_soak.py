"""Random use for some seconds, as the hour-long soak does it, and a few starts and closes of the program."""

from __future__ import annotations

import subprocess
import sys

from tools.soak.playing import Played
from tools.soak.starts import start_and_close


def _soak(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.soak", *options], capture_output=True, text=True, timeout=240, check=False
    )


def test_random_use_fails_nowhere_and_leaves_nothing() -> None:
    done = _soak("--seconds", "8", "--seed", "5", "--largest", "700", "--starts", "0")
    assert (done.returncode, "nothing failed" in done.stdout) == (0, True), done.stdout + done.stderr


def test_its_seed_is_told() -> None:
    done = _soak("--seconds", "0.2", "--seed", "41", "--largest", "8", "--starts", "0")
    assert done.stdout.startswith("seed 41:")


def test_the_program_starts_and_closes_with_status_0() -> None:
    assert start_and_close(5, lambda _: None) == []


def test_growth_is_between_the_first_and_the_last_third_of_the_checks() -> None:
    assert Played(memory=[100.0, 101.0, 100.0, 120.0, 90.0, 110.0, 112.0, 111.0, 113.0]).growth == 12.0
