"""Programs in other people's libraries that compute what the engine computes: the same numbers, names and shapes."""
