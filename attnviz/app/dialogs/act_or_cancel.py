"""The foot of a dialog: a button with the verb of what it does, and Cancel."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton


class ActOrCancel(QDialogButtonBox):
    """`act` accepts the dialog, as Enter does; `cancel` and Escape let it go."""

    def __init__(self, verb: str, dialog: QDialog) -> None:
        super().__init__(dialog)
        self.act: QPushButton = self.addButton(verb, QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel: QPushButton = self.addButton("&Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self.accepted.connect(dialog.accept)
        self.rejected.connect(dialog.reject)
