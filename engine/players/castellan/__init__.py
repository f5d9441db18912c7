"""The judgement of Castellan."""
