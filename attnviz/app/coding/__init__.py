"""The scenario as a program below the figures: read, stepped through, copied and saved."""
