"""The coach of one seat: hints, a meter for drafts, a second pair of eyes for guesses. It knows what its seat may know."""
