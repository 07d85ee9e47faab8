"""What `python -m tools.screenshots` is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import screenshots


@pytest.mark.parametrize(("asked", "status"), [("--help", 0), ("--no-such-thing", 2)])
def test_help_and_what_it_does_not_know_draw_nothing(
    asked: str, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(screenshots, "ROOT", tmp_path)
    with pytest.raises(SystemExit) as ended:
        screenshots.main([asked])
    printed = capsys.readouterr()
    assert ended.value.code == status
    assert "[--docs]" in printed.out + printed.err
    assert list(tmp_path.iterdir()) == []
