"""Beliefs: given what people answered, how likely is each card for each of them."""

import os
import sys

if "numpy" not in sys.modules:
    # Products here are small: waking a second thread for each costs more than it saves, most of all on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from dubious_ai.belief.posterior import Because, Belief, Heard, Posterior, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.belief.skill import pick, temper

__all__ = [
    "Because",
    "Belief",
    "Heard",
    "Posterior",
    "Reader",
    "Readers",
    "Said",
    "pick",
    "temper",
]
