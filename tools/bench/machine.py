"""What was measured on: processors, system, versions and the kernel of NumPy's matrix products; no names, no paths."""

from __future__ import annotations

import ctypes
import datetime
import importlib.metadata
import os
import platform
from pathlib import Path

import attnviz

_LIBRARIES = ("numpy", "PySide6-Essentials", "torch", "matplotlib", "pyqtgraph")
_KERNEL_OF = ("scipy_openblas_get_corename64_", "scipy_openblas_get_corename", "openblas_get_corename")


def machine() -> dict[str, str]:
    """By what it is called in the table."""
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "attnviz": attnviz.__version__,
        "processor": _processor(),
        "processors used": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        **{name: _version(name) for name in _LIBRARIES},
        "matrix products of NumPy": _kernel(),
        "threads of matrix products": "1 in attnviz, which has threads of its own; as many as named elsewhere",
    }


def _processor() -> str:
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in told.splitlines() if line.startswith("model name")), "")


def _memory() -> str:
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB"
    except (ValueError, OSError, AttributeError):
        return "unknown"


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not there"


def _kernel() -> str:
    """The library and, where it says so, the kernel that it chose for this processor."""
    import numpy as np  # here, so that others than NumPy's own users can list what is installed

    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    name = f"{blas['name']} {blas['version']}"
    folder = Path(np.__file__).parent.with_name("numpy.libs")
    for path in sorted(folder.glob("*openblas*")):
        library = ctypes.CDLL(str(path))
        for function in _KERNEL_OF:
            if hasattr(library, function):
                ask = getattr(library, function)
                ask.restype = ctypes.c_char_p
                return f"{name}, kernel {ask().decode()}"
    return name
