"""`python -m attnviz` and the command `attnviz`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status of the command, which has the process for itself; after Ctrl-C 130, as a shell reports it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not if whoever started it has it ignored
        signal.signal(signal.SIGINT, _end)
    # One thread for each matrix product: those of attention are small, and threads that wait for each other on a busy
    # machine take ten times as long. Read by NumPy when it is loaded; who sets it decides.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from attnviz.cli import main as run  # here, so that Ctrl-C is quiet while this is imported, too

    return run(arguments)


def _end(*_: object) -> None:
    """Ends the process at once: an exception in the middle of Qt's own code would end it with a page of its state."""
    try:
        os.write(2, b"attnviz: interrupted.\n")
    finally:
        os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
