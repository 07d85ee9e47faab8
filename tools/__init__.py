"""What the Makefile runs beside the program: set-up, measurements, screenshots."""
