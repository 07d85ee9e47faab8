"""The machine that times are measured on, in one line: processor, threads, and what multiplies matrices."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import numpy as np

from attnviz.engine.errors import counted
from attnviz.engine.pool import WORKERS

_LONGEST = 48  # letters of a processor's name


def machine_words() -> str:
    """Such as “AMD EPYC 7B13, 2 processors, 2 threads, NumPy 2.4.0 with openblas”."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = f"{counted(WORKERS, 'thread')}" if WORKERS > 1 else "1 thread and those of the matrix products"
    return f"{_processor()}, {counted(usable, 'processor')}, {threads}, NumPy {np.__version__} with {_blas()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # only Linux tells it so
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = (names[0] if names else platform.processor()) or platform.machine()
    return " ".join(name.split())[:_LONGEST].strip()


def _blas() -> str:
    config = np.show_config(mode="dicts")
    assert isinstance(config, dict)
    return str(config.get("Build Dependencies", {}).get("blas", {}).get("name", "an unnamed BLAS"))
