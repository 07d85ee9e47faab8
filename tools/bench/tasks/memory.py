"""How much memory a call takes at its highest, as the system counts it (Linux)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

MB = 1e6
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET_PEAK = "5"


def peak() -> float:
    """The largest resident size of this process so far, in MB."""
    return _read("VmHWM")


def now() -> float:
    """The resident size of this process, in MB."""
    return _read("VmRSS")


def growth(call: Callable[[], object]) -> float:
    """By how many MB the process grew during a call, at most; what it comes back with counts too."""
    _CLEAR.write_text(_RESET_PEAK, encoding="ascii")
    before = now()
    kept = call()
    after = peak()
    del kept
    return after - before


def _read(name: str) -> float:
    line = next(line for line in _STATUS.read_text(encoding="ascii").splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1]) * 1024 / MB
