"""The pictures of Castellan."""
