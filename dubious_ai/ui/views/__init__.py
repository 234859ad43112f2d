"""Values turned into things to draw. Nothing here reads a key or knows a table."""
