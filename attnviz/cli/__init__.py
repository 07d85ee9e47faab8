"""The command line: verbs that need no window, and the window itself."""

from attnviz.cli.command import main

__all__ = ["main"]
