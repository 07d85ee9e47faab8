"""The questions about large scenarios: where to go in a map, what of it to see, how much memory to take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from attnviz.app.dialogs.choosing import chosen
from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.app.dialogs.crop_dialog import Crop
    from attnviz.app.dialogs.memory_dialog import Memory
    from attnviz.app.dialogs.token_dialog import Going
    from attnviz.figures.viewport import Viewport


class LargeQuestions:
    """Each opens one dialog over the window and comes back with the answer; None where there is none."""

    _parent: QWidget

    def token(self, scenario: Scenario) -> Going | None:
        """To which query or key to go."""
        from attnviz.app.dialogs.token_dialog import TokenDialog

        return chosen(TokenDialog(scenario, self._parent))

    def crop(self, scenario: Scenario, part: Viewport, wide: tuple[int, tuple[int, int]] | None = None) -> Crop | None:
        """Which rows and columns of large maps are to be seen; `part` is what is seen now; `wide`: see the dialog."""
        from attnviz.app.dialogs.crop_dialog import CropDialog

        return chosen(CropDialog(scenario, part, self._parent, wide))

    def memory(self, now: int | None) -> Memory | None:
        """How much memory large results may take, in MB; `now` is None where it is chosen automatically."""
        from attnviz.app.dialogs.memory_dialog import MemoryDialog

        return chosen(MemoryDialog(now, self._parent))
