"""What the table does on its own: delivering the outbox and looking at due games."""
