"""Files, tables, numbers as text, and words about attention. No Qt."""
