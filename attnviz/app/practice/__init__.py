"""Practice in the window: exercises one after the other, in a session of their own."""
