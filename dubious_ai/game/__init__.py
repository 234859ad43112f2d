"""A game being played: the table and its loop, who sits down, who watches, and how a finished one is walked through."""
