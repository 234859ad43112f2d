"""The rules of the game: pure and deterministic. No file, clock, network or global randomness is touched in here."""
