"""Lessons as data: what they say, show, ask, claim and set as tasks; read from TOML and judged on the state."""
