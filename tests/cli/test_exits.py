"""How the command ends when something around it gives way: full devices, Ctrl-C, a terminal without UTF-8."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from attnviz.cli import command, main

PROGRAM = [sys.executable, "-m", "attnviz"]


def _run(*arguments: str, **options) -> subprocess.CompletedProcess[bytes]:
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([*PROGRAM, *arguments], timeout=60, check=False, **options)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["trace", "--help"],
        ["presets"],
        ["check", "by-hand"],
        ["trace", "trophy", "--stage", "X"],
    ],
)
def test_a_full_device_behind_standard_output_is_one_line_and_status_two(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = _run(*arguments, stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith(b"attnviz: the output cannot be written: no space left on device.")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments", [["check", "nope"], ["--nonsense"], ["nope"], ["check"]])
def test_a_full_device_behind_standard_error_leaves_status_two(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = _run(*arguments, stderr=full)
    assert (done.returncode, done.stdout) == (2, b"")


def test_both_streams_full_is_status_two() -> None:
    with Path("/dev/full").open("wb") as full:
        assert _run("presets", stdout=full, stderr=full).returncode == 2


@pytest.mark.parametrize("arguments", [["no-such-preset"], ["missing.attn"], [""], ["a\nb"]])
def test_the_window_says_what_is_wrong_as_every_verb_does(arguments: list[str]) -> None:
    done = _run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"attnviz: ")
    assert done.stderr.count(b"\n") == 1


def test_no_display_is_said_in_one_line() -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    done = _run("by-hand", env={name: value for name, value in os.environ.items() if name not in hidden})
    assert done.returncode == 2
    assert done.stderr.startswith(b"attnviz: there is no display")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("display", [":4095", "localhost:4095", "no display"])
def test_a_display_that_does_not_answer_is_said_in_one_line(display: str) -> None:
    hidden = ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = _run("by-hand", env={**environment, "DISPLAY": display})
    assert done.returncode == 2
    assert done.stderr.startswith(f"attnviz: the display '{display}' does not answer".encode())
    assert done.stderr.count(b"\n") == 1


def test_a_wayland_display_that_does_not_answer_is_said_in_one_line(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = _run("by-hand", env={**environment, "WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)})
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"attnviz: the display 'wayland-9' does not answer")


@pytest.mark.parametrize("locale", ["C", "POSIX", "no_SUCH.place"])
def test_qt_says_nothing_about_the_locale(tmp_path: Path, locale: str) -> None:
    environment = {**os.environ, "LC_ALL": locale}
    path = tmp_path / "w.png"
    done = _run("render", "by-hand", "--figure", "weights", "-o", str(path), env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    refused = _run("render", "by-hand", "--figure", "weights", "--width", "1", "-o", str(path), env=environment)
    assert refused.returncode == 2
    assert refused.stderr.count(b"\n") == 1


def _interrupted(after: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """The command, which gets Ctrl-C when it first imports the module of that name."""
    code = f"""
import os, signal, sys
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == {after!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Watch())
sys.argv = ["attnviz", *{arguments!r}]
from attnviz.__main__ import main
sys.exit(main())
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "module",
    ["attnviz.cli", "argparse", "attnviz.cli.pictures", "numpy", "PySide6", "shiboken6", "attnviz.figures.export"],
)
def test_ctrl_c_during_imports_is_status_130_without_a_traceback(tmp_path: Path, module: str) -> None:
    path = tmp_path / "b.svg"
    done = _interrupted(module, ["render", "by-hand", "--figure", "board", "-o", str(path)])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "attnviz: interrupted.\n")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_while_a_file_is_written_leaves_nothing_behind(tmp_path: Path) -> None:
    done = _interrupted("secrets", ["trace", "by-hand", "--stage", "X", "-o", str(tmp_path / "x.csv")])
    assert (done.returncode, done.stderr) == (130, "attnviz: interrupted.\n")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_between_making_and_naming_a_file_leaves_nothing_behind(tmp_path: Path) -> None:
    code = f"""
import os, signal, sys
really = os.fsync
def fsync(descriptor):
    os.kill(os.getpid(), signal.SIGINT)
    really(descriptor)
os.fsync = fsync
sys.argv = ["attnviz", "trace", "by-hand", "--stage", "X", "-o", {str(tmp_path / "x.csv")!r}]
from attnviz.__main__ import main
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (130, "attnviz: interrupted.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without asking it")
@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_request_to_end_while_a_file_is_written_leaves_nothing_behind(tmp_path: Path, name: str, status: int) -> None:
    code = f"""
import os, signal, sys
signal.signal(signal.{name}, signal.SIG_DFL)  # a terminal's nohup would have the tests ignore it
really = os.fsync
def fsync(descriptor):
    os.kill(os.getpid(), signal.{name})
    really(descriptor)
os.fsync = fsync
sys.argv = ["attnviz", "trace", "by-hand", "--stage", "X", "-o", {str(tmp_path / "x.csv")!r}]
from attnviz.__main__ import main
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (status, "")
    assert list(tmp_path.iterdir()) == []


def test_a_program_told_to_ignore_ctrl_c_goes_on() -> None:
    code = "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.argv = ['', 'check', 'by-hand']\n"
    code += (
        "from attnviz.__main__ import main; assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "ok\n")


def test_calling_the_command_from_python_leaves_its_signals_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = signal.getsignal(signal.SIGINT)
    assert main(["trace", "by-hand", "--stage", "X", "-o", str(tmp_path / "x.csv")]) == 0
    assert signal.getsignal(signal.SIGINT) is before


def test_too_little_memory_is_one_line_and_status_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def need_it(_: object) -> int:
        raise MemoryError("Unable to allocate 29.8 GiB")

    monkeypatch.setitem(command._VERBS, "check", need_it)
    assert main(["check", "by-hand"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("attnviz: there is not enough memory for this. Choose fewer numbers")
    assert told.count("\n") == 1
