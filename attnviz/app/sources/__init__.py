"""A model or saved weights beside the document: all heads as a grid, lines between tokens, one head to be opened."""
