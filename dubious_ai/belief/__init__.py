"""Beliefs: given what people answered, how likely is each card for each of them."""

from dubious_ai.belief.posterior import Because, Belief, Heard, Posterior, Said, read, share, shares
from dubious_ai.belief.skill import pick, temper

__all__ = ["Because", "Belief", "Heard", "Posterior", "Said", "pick", "read", "share", "shares", "temper"]
