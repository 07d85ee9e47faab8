"""Other people's numbers: text, printouts, JSON and arrays are read, their conventions guessed, and placed."""
