"""One fresh process for each variant and each round, the variants taking turns: what slows the machine slows all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tools.bench.timing import Spread

Found = dict[str, float]  # what one process measured, by names such as "seconds at 4096"
PATIENCE = 240  # seconds for one process


class Variant(Protocol):
    """Something that can be measured. Two with one name are the same."""

    @property
    def name(self) -> str:
        """What the table calls it."""
        ...

    def run(self) -> Found:
        """Measures in a fresh process."""
        ...


@dataclass(frozen=True)
class Task:
    """A function of tools/bench/tasks, by "module:function", that a fresh process calls once.

    threads: how many processors it may use, 0 for all. ours: NumPy is started as the command `attnviz` starts it, with
    one thread for each matrix product; others have as many threads of their own as there are processors for them.
    """

    name: str
    function: str
    options: Mapping[str, object] = field(default_factory=dict)
    threads: int = 0
    ours: bool = True

    def run(self) -> Found:
        """What the function comes back with. Raises RuntimeError if the process fails."""
        processors = processors_for(self.threads)
        threads = "1" if self.ours else str(len(processors))
        order = json.dumps({"function": self.function, "options": dict(self.options), "processors": processors})
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "tools.bench.child", order],
                env={
                    **environment(Path(folder)),
                    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), threads),
                },
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        if done.returncode != 0:
            raise RuntimeError(f"{self.name} failed with status {done.returncode}:\n{done.stderr}")
        found: Found = json.loads(done.stdout.splitlines()[-1])
        return found


@dataclass(frozen=True)
class Start:
    """A program, as Python code that prints "painted" once its first window is; the time from start to that line."""

    name: str
    code: str

    def run(self) -> Found:
        """The seconds. Raises RuntimeError if nothing is painted."""
        with tempfile.TemporaryDirectory() as folder:  # a first start each time: no remembered window
            begin = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", self.code],
                env=environment(Path(folder)),
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            took = time.perf_counter() - begin
        if "painted" not in done.stdout:
            raise RuntimeError(f"no window was painted: {done.stderr}")
        return {"seconds": took}


def environment(folder: Path) -> dict[str, str]:
    """The environment of a measured process: no screen, no settings but those in `folder`, compiled files as usual."""
    own = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ATTNVIZ_SETTINGS": str(folder / "attnviz.ini")}
    own["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path.cwd()), own.get("PYTHONPATH"))))
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    return own


def processors_for(threads: int) -> list[int]:
    """The numbers of the processors that so many threads may use; [] where nothing can be said about them."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    usable = sorted(os.sched_getaffinity(0))
    return usable[-threads:] if threads else usable


def run_rounds(
    variants: Sequence[Variant], rounds: int, tell: Callable[[str], object] = lambda _: None
) -> dict[str, dict[str, Spread]]:
    """By variant and by what was measured, what the rounds found; the order of the variants turns with the rounds."""
    found: dict[str, list[Found]] = {variant.name: [] for variant in variants}
    for number in range(rounds):
        shift = number % max(len(variants), 1)
        for variant in (*variants[shift:], *variants[:shift]):
            tell(f"round {number + 1} of {rounds}: {variant.name}")
            found[variant.name].append(variant.run())
    return {
        name: {what: Spread(tuple(one[what] for one in each)) for what in (each[0] if each else ())}
        for name, each in found.items()
    }
