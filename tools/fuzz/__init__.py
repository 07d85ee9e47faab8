"""Damaged files for every reader: only named errors may come of them, soon, and never a wrong number."""
