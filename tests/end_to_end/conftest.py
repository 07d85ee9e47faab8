"""A real X server with a window manager, and the installed command."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from desktop import DEADLINE, Desktop, wait_until


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait(10)


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """A fresh Xvfb on a free display, 1366×768, with openbox."""
    missing = [name for name in ("Xvfb", "openbox", "xdotool") if shutil.which(name) is None]
    assert not missing, f"{', '.join(missing)} not found: run `sh tools/setup.sh test`"
    reader, writer = os.pipe()
    # Else it begins anew when its last client leaves, and throws out who is just coming.
    options = ("-noreset", "-nolisten", "tcp", "-dpi", "96", "-screen", "0", "1366x768x24")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), *options],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    here = None
    try:
        ready, _, _ = select.select([reader], [], [], DEADLINE)
        number = os.read(reader, 16).decode().strip() if ready else ""
        assert number, "Xvfb did not start"
        here = Desktop(f":{number}")
        here.start("openbox", "--sm-disable")
        wait_until(lambda: here.xdotool("get_desktop"), "openbox manages the windows")
        yield here
    finally:
        for process in reversed(here.running if here else []):
            _end(process)
        _end(server)
        os.close(reader)


@pytest.fixture
def installed_command() -> str:
    """The console command `attnviz` that the set-up installed."""
    command = Path(sys.executable).with_name("attnviz")
    assert command.exists(), f"{command} is not there: run `sh tools/setup.sh test`"
    return str(command)
