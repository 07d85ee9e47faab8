"""What a selected number has to say for itself: where it comes from, what moves it, and what an edit did to it."""
