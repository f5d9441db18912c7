"""The pages that people see: text, pictures and buttons."""
