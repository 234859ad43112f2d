"""The house: who plays offline, free and at once. Casting and guessing in `brain`, choosing what to say in `steer`, remarks in `talk`."""

from dubious_ai.brains.house.brain import HouseBrain, persona_of

__all__ = ["HouseBrain", "persona_of"]
