"""Sets the threads before any test module brings in numpy."""

import dubious_ai.belief as _belief

__all__ = ["_belief"]
