"""Painted pictures are the stored ones, pixel for pixel, in the font that the set-up installs."""

import numpy as np
import pytest
from picture_scenes import FOLDER, PICTURES
from PySide6.QtGui import QImage


def pixels(image: QImage) -> np.ndarray:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return raw[:, : image.width(), :3].copy()


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.usefixtures("known_font")
def test_the_picture_is_the_stored_one(name, tmp_path):
    now = PICTURES[name]()
    stored = QImage(str(FOLDER / f"{name}.png"))
    same = not stored.isNull() and now.size() == stored.size() and np.array_equal(pixels(now), pixels(stored))
    if not same:
        now.save(str(tmp_path / f"{name}.png"))
        pytest.fail(
            f"{name} is painted differently: compare {tmp_path / name}.png with {FOLDER / name}.png. "
            "If it is meant, store it anew: python tests/figures/picture_scenes.py"
        )


@pytest.mark.usefixtures("known_font")
def test_a_picture_painted_twice_is_the_same():
    assert np.array_equal(pixels(PICTURES["weights"]()), pixels(PICTURES["weights"]()))
