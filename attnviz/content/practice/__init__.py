"""Practice: exercises from scenarios, judged by value, with hints and a score."""
