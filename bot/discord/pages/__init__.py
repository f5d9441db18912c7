"""Pages that people see: text, pictures and buttons."""
