"""The arithmetic of attention. NumPy and the standard library only."""
