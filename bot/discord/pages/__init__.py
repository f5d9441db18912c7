"""What people see: pages of text, pictures and buttons."""
