"""The figures in the middle, and the tabs over them."""
