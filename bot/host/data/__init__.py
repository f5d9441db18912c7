"""Care for the data: backup, archives, import, verify."""
