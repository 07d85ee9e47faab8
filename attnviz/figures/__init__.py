"""What is drawn: one paint function for screen, file and command line."""
