"""The reading side of the table: positions, orders, predictions, statistics, records."""
