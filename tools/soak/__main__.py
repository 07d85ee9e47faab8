"""`python -m tools.soak --minutes 60`: random use for a long time, then 100 starts and closes. Status 1 on trouble."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command `attnviz` starts NumPy


def main(arguments: Sequence[str]) -> int:
    """Plays and starts as the options say, and tells what went wrong."""
    asked = _parser().parse_args(arguments)
    seed = int(time.time()) if asked.seed is None else asked.seed
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ATTNVIZ_SETTINGS"] = str(Path(folder) / "attnviz.ini")
        trouble = _play(asked, seed) if _amount(asked)[0] else []
    if asked.starts and not trouble:
        from tools.soak.starts import start_and_close

        trouble = start_and_close(asked.starts, _tell)
    for one in trouble:
        print(one, file=sys.stderr)
    print("nothing failed" if not trouble else f"{len(trouble)} failed")
    return 1 if trouble else 0


def _play(asked: argparse.Namespace, seed: int) -> list[str]:
    from attnviz.app.whole_errors import keep_errors_whole

    keep_errors_whole()  # as the program does

    from tools.soak.playing import TOLERANCE, Length, play

    amount, unit = _amount(asked)
    _tell(f"seed {seed}: {amount:g} {unit}, documents of up to {asked.largest} tokens")
    played = play(Length(amount, unit), seed, asked.largest, _tell, told=asked.tell)
    _tell(f"{played.deeds} deeds; memory moved by {played.growth:+.1f} MB, up to {TOLERANCE:.0f} are let pass")
    again = f"python -m tools.soak --{unit} {amount:g} --seed {seed} --largest {asked.largest} --starts 0"
    return [f"{one}\nAgain: {again}" for one in played.trouble]


def _amount(asked: argparse.Namespace) -> tuple[float, str]:
    if asked.deeds is not None:
        return asked.deeds, "deeds"
    return (60 * asked.minutes if asked.seconds is None else asked.seconds), "seconds"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, default=60, help="of random use; 60 unless said otherwise")
    length.add_argument("--seconds", type=float, help="the same in seconds")
    length.add_argument("--deeds", type=int, help="the same in deeds, as many on a slow machine as on a fast one")
    parser.add_argument("--seed", type=int, help="what is chosen; another each time unless said")
    parser.add_argument("--largest", type=int, default=2048, help="tokens of the largest document; 2048")
    parser.add_argument("--starts", type=int, default=100, help="starts and closes afterwards; 100")
    parser.add_argument("--tell", action="store_true", help="print each deed")
    return parser


def _tell(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
