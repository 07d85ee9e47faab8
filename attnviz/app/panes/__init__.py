"""The editable matrices on the left."""
