"""Experiments: one Qt-free file each."""
