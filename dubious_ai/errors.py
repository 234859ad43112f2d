"""Every error a person may meet: a sentence that says what is wrong, with the bad value, and what to do next.

`DubiousError` is caught in one place, the command line. `exit_code` 2 means the request itself was wrong.
"""

from typing import Literal


class DubiousError(Exception):
    """Base of all errors with a sentence for people. `str(error)` is that sentence."""

    exit_code = 1


class UsageError(DubiousError):
    """The request cannot be carried out as it was put: wrong value, unknown name, impossible combination."""

    exit_code = 2


class ContentError(DubiousError):
    """A content or prompt file is missing or damaged. The sentence names file, line and field."""


class RecordError(DubiousError):
    """A game file cannot be read or written: damaged, newer than this program, locked, no space, no permission."""


class UnknownCard(UsageError):
    """No card, or more than one, fits what was typed.

    `candidates` holds the names that fit when there is more than one (`several`), else close names if there are any.
    """

    def __init__(self, sentence: str, candidates: tuple[str, ...] = (), *, several: bool = False) -> None:
        super().__init__(sentence)
        self.candidates = candidates
        self.several = several


Fate = Literal["retryable", "final", "refused"]


class BackendError(DubiousError):
    """A model's server failed to give a usable reply: network, refusal, budget, or nothing but nonsense.

    `cause` is one short word for the record: `network`, `timeout`, `rate`, `quota`, `auth`, `model`, `refusal`, `length`, `format`, `budget`, `server`, `cancelled`.
    `fate` says whether asking again can help: the same call may work later, nothing will change, or the model does not want to.
    """

    def __init__(self, sentence: str, cause: str, fate: Fate = "final") -> None:
        super().__init__(sentence)
        self.cause = cause
        self.fate: Fate = fate
