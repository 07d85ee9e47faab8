"""The page on the right: how a number came about."""
