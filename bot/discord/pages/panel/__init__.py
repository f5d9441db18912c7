"""The private panel on which a move or an order is chosen."""
