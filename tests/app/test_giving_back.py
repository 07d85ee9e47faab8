"""Large arrays that were let go are no longer part of the program's memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Arrays of 6 MB with small things between them, as results lie between what is drawn from them. Freeing the first one
# would have glibc put the later ones on the heap, where the small things keep their pages.
_CODE = """
import sys
import numpy as np
from pathlib import Path
from attnviz.app.giving_back import give_back_large

def resident():
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024

if sys.argv[1] == "yes":
    give_back_large()
np.ones(9 << 20, np.uint8)
before, small, large = resident(), [], []
for _ in range(20):
    large.append(np.ones(6 << 20, np.uint8))
    small.append(bytearray(100_000))
del large
print(resident() - before)
"""


def _kept(given_back: str) -> float:
    done = subprocess.run([sys.executable, "-c", _CODE, given_back], capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc is asked")
def test_ten_times_as_much_is_kept_of_large_arrays_without_it() -> None:
    assert 10 * _kept("yes") < _kept("no")
