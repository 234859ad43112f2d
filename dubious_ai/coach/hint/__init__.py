"""Help with one's own answers: the blank line in three steps, and what readers would make of a draft."""
