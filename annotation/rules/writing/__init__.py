"""Claims while they are written: the cards of a desk, and what their writer hands in."""
