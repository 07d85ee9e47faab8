"""Commands that draw."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Whatever test comes first in its process: a command that draws must find the application that others want."""
