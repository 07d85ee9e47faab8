"""The wheel holds all that the program needs: it runs from the unpacked wheel alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_ships_resources_and_licences(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {name.removeprefix("attnviz/_resources/") for name in names if name.startswith("attnviz/_resources/")}
    in_checkout = {
        path.relative_to(ROOT / "resources").as_posix() for path in (ROOT / "resources").rglob("*") if path.is_file()
    }
    assert shipped == in_checkout
    licences = {name.partition("/licenses/")[2] for name in names if ".dist-info/licenses/" in name}
    assert {"LICENSE", "NOTICE", "licenses/Apache-2.0.txt"} <= licences


def test_the_wheel_ships_no_tests(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"attnviz"}


@pytest.mark.parametrize("arguments", [["presets"], ["trace", "trophy", "--stage", "weights", "--format", "csv"]])
def test_the_unpacked_wheel_runs_without_the_checkout(wheel: Path, tmp_path: Path, arguments: list[str]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    done = subprocess.run(
        [sys.executable, "-m", "attnviz", *arguments],
        cwd=tmp_path / "site",  # -m puts this folder first, before the checkout that is installed
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_unpacked_wheel_reads_its_own_resources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", "from attnviz.content.presets import resource_path; print(resource_path('presets'))"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert Path(done.stdout.strip()) == tmp_path / "attnviz" / "_resources" / "presets"
