"""The measured process: takes its processors, calls one function, and prints what it found as a line of JSON."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable


def main(order: str) -> int:
    """Does what the order says: {"function": "module:name", "options": {…}, "processors": […]}."""
    asked = json.loads(order)
    if asked["processors"]:  # before NumPy or PyTorch is loaded, which look at them
        os.sched_setaffinity(0, asked["processors"])
    module, name = asked["function"].split(":")
    measure: Callable[..., dict[str, float]] = getattr(importlib.import_module(f"tools.bench.tasks.{module}"), name)
    print(json.dumps(measure(**asked["options"])))
    sys.stdout.flush()
    os._exit(0)  # what is measured is over; the libraries need not be taken apart


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
