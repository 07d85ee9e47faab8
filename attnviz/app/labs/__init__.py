"""Laboratories in the window: controls, exhibits, runs beside the window."""
