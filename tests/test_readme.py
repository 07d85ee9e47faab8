"""What the README promises a newcomer: its commands run and print what it shows, its links and pictures are there."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from attnviz.content.sources.family_names import families
from tools.soak.__main__ import main as soak

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def _commands(block: str) -> list[tuple[str, str]]:
    """Each `$ command` of a console block with the lines that are shown below it."""
    pieces = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (piece.partition("\n") for piece in pieces)]


CONSOLE = [_commands(block) for block in _blocks("console")]


def _run(command: str, folder: Path) -> str:
    scripts = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block[-1][0].split(" -")[0])
def test_each_command_prints_what_the_readme_shows(block: list[tuple[str, str]], tmp_path: Path) -> None:
    shown = [(command, output.strip()) for command, output in block]
    printed = [(command, _run(command, tmp_path).strip()) for command, _ in block]
    assert printed == shown


def test_the_python_session_prints_what_the_readme_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = "\n".join(_blocks("python"))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert (result.failed, result.attempted > 0) == (0, True)


def test_what_the_commands_write_is_no_part_of_the_repository() -> None:
    commands = "\n".join([*_blocks("console"), *_blocks("sh"), *_blocks("python")])
    names = set(re.findall(r"(?:-o|--key|[^>]>) ([\w.-]+(?:\.[a-z]+|/))(?=[\s'\"]|$)", commands))
    names |= set(re.findall(r"save\(\w+, \"([\w.-]+)\"\)", commands))
    assert {"mine.attn", "sheet.csv", "figures/", "by_hand.py", "key.pdf", "causal.attn"} <= names
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split("\n")
    assert [name for name in sorted(names) if f"/{name}" not in ignored] == []


def test_no_shell_command_writes_over_what_a_python_block_has_saved() -> None:
    saved = set(re.findall(r"save\(\w+, \"([\w.-]+)\"\)", "\n".join(_blocks("python"))))
    written = set(re.findall(r"-o ([\w.-]+)", "\n".join([*_blocks("sh"), *_blocks("console")])))
    assert saved
    assert not saved & written  # it would be refused


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md"])
def test_the_families_of_models_are_named_as_the_program_knows_them(page: str) -> None:
    assert families() in (ROOT / page).read_text(encoding="utf-8")


def test_every_make_target_of_the_readme_is_in_the_makefile() -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", README, flags=re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def test_the_shorter_soak_of_the_readme_shortens_the_starts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    options = re.search(r"`make soak`.*`ARGS=\"([^\"]+)\"`", README)
    assert options is not None
    lengths: list[float] = []
    monkeypatch.setattr("tools.soak.__main__._play", lambda asked, _seed: lengths.append(asked.seconds) or [])
    monkeypatch.setattr("tools.soak.starts.start_and_close", lambda count, _tell: lengths.append(count) or [])
    monkeypatch.setenv("ATTNVIZ_SETTINGS", "")
    assert soak(options[1].split()) == 0
    assert lengths == [30, 5]


def test_every_local_link_and_picture_of_the_readme_exists() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
