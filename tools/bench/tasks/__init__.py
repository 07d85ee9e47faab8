"""What a measured process does: each function measures once and comes back with numbers by name."""
