"""A picture as a small PNG: 256 colours are enough for what the window shows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

Colours = npt.NDArray[np.uint32]


def png(image: QImage) -> bytes:
    """The picture as a small PNG of 256 colours; each other one becomes the nearest of them."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    colours, where, count = np.unique(pixels, return_inverse=True, return_counts=True)
    kept, nearest = _palette(colours, count)
    entries = np.ascontiguousarray(nearest[where].astype(np.uint8).reshape(pixels.shape))
    indexed = QImage(entries.data, image.width(), image.height(), entries.shape[1], QImage.Format.Format_Indexed8)
    indexed.setColorTable([int(colour) for colour in kept])
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    indexed.save(buffer, "PNG", 0)  # type: ignore[call-overload]  # quality 0 is the tightest packing
    return bytes(buffer.data().data())


def _palette(colours: Colours, count: npt.NDArray[np.intp]) -> tuple[Colours, npt.NDArray[np.intp]]:
    """256 of the colours, and for each colour the place of the nearest of them.

    The more often a colour stands in the picture and the farther it is from those chosen before, the sooner it comes.
    """
    channels = np.stack([(colours >> shift & 0xFF).astype(np.float64) for shift in (16, 8, 0)], axis=-1)
    distance = np.full(len(colours), np.inf)
    nearest = np.zeros(len(colours), np.intp)
    weight = np.sqrt(count)
    kept = [int(count.argmax())]
    while True:
        new = np.abs(channels - channels[kept[-1]]).sum(axis=-1)
        closer = new < distance
        distance[closer], nearest[closer] = new[closer], len(kept) - 1
        farthest = int((distance * weight).argmax())
        if len(kept) == 256 or distance[farthest] == 0:
            return colours[kept], nearest
        kept.append(farthest)
