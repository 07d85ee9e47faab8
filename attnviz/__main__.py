"""`python -m attnviz` and the command `attnviz`."""

from __future__ import annotations

import sys

from attnviz.cli import main

if __name__ == "__main__":
    sys.exit(main())
