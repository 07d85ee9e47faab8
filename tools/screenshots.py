"""Pictures of the window: three documents, two sizes, two themes; with --docs those of the README too."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QEvent, QIODevice
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_mask

Colours = npt.NDArray[np.uint32]

ROOT = Path(__file__).parents[1]
SIZES = ((1366, 768), (1920, 1080))
THEMES = ("light", "dark")
IN_README = {"by-hand-1366x768-light": "window.png", "trophy-1366x768-dark": "trophy.png"}
HEAVIEST = 200_000  # bytes of a picture in docs/


def by_hand() -> Session:
    """The opening example with one weight explained: query 2 looks at key 1."""
    session = Session(preset("by-hand"))
    session.select(query=1, cell=Cell("weights", 0, 1, 0))
    return session


def two_heads_causal() -> Session:
    """All heads side by side under a causal mask."""
    session = Session(set_mask(preset("two-heads"), causal=True))
    session.look(tab="heads")
    return session


def trophy() -> Session:
    """A real head: what "it" looks at."""
    session = Session(preset("trophy"))
    labels = session.state.scenario.query_labels
    it, thing = labels.index("it"), labels.index("trophy")
    session.select(query=it, cell=Cell("weights", 0, it, thing))
    return session


DOCUMENTS: dict[str, Callable[[], Session]] = {
    "by-hand": by_hand,
    "two-heads-causal": two_heads_causal,
    "trophy": trophy,
}


def picture(session: Session, size: tuple[int, int], theme: str) -> QImage:
    """The window that shows the session, as it looks once everything has been drawn."""
    window = MainWindow(session)
    session.look(theme=theme)
    window.resize(*size)
    window.show()
    end = time.monotonic() + 0.5  # zero-timers and the worker's results have arrived by then
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.01)
    image = window.grab().toImage()
    session.undo_stack.setClean()
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return image


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


def main(arguments: list[str]) -> int:
    """Draws all pictures to out/screenshots, and with --docs those of the README to docs/."""
    folder = ROOT / "out" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for name, document in DOCUMENTS.items():
        for size in SIZES:
            for theme in THEMES:
                title = f"{name}-{size[0]}x{size[1]}-{theme}"
                data = png(picture(document(), size, theme))
                (folder / f"{title}.png").write_bytes(data)
                print(f"out/screenshots/{title}.png")
                if "--docs" in arguments and title in IN_README:
                    if len(data) > HEAVIEST:
                        raise SystemExit(f"{title} takes {len(data)} bytes, more than {HEAVIEST}")
                    (ROOT / "docs" / IN_README[title]).write_bytes(data)
    del application
    return 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as settings:
        os.environ["ATTNVIZ_SETTINGS"] = str(Path(settings) / "attnviz.ini")
        sys.exit(main(sys.argv[1:]))
