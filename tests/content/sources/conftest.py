"""Tests of sources write safetensors files as those of the readers do."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tensors"))
