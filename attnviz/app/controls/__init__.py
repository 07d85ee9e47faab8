"""Toolbar, menus and messages around the three columns."""
