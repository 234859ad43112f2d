"""A game understood from its events: what others only have to render."""
