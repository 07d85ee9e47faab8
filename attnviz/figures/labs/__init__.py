"""Painters of what laboratories show."""
