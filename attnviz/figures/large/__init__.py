"""Maps of thousands of rows and columns: pooled pictures, a part of them on the screen, whole ones in files."""
