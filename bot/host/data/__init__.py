"""Managing the data: backup, archives, import, verify."""
