"""Presenting: one figure at a time on the whole screen, driven by a clicker, with notes on a second screen."""
