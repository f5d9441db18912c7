"""What the table does by itself: delivering the outbox and looking at due games."""
