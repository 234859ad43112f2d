"""What a run of the program is made of: the one place where the readers are made that every command hands down."""

from __future__ import annotations

from dubious_ai.belief.readers import Readers

READERS = Readers()
"""One reader for each setting a run needs. Only commands know of this object; below them it is given to whoever reads."""
