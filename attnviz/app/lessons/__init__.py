"""The player of lessons: the panel under the figures, what it says and judges, and where it left off."""
