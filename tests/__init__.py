"""The tests. `play` holds the small table most of them sit at."""
