"""Pictures of Castellan."""
