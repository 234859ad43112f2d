"""The table document: one JSON form of a round, or several, as played at a real table or at ours.

Read by scoring, guessing and review, written by every export. The JSON Schema lies in `schemas/table.schema.json`.
"""

from dubious_ai.document.conversion import from_game, to_events, untold
from dubious_ai.document.loading import load, read, text_bytes
from dubious_ai.document.scored import Scored, ScoredRow, score
from dubious_ai.document.table_document import (
    DocumentError,
    MyCards,
    QuestionAsked,
    RoundDocument,
    TableDocument,
    schema,
)

__all__ = [
    "DocumentError",
    "MyCards",
    "QuestionAsked",
    "RoundDocument",
    "Scored",
    "ScoredRow",
    "TableDocument",
    "from_game",
    "load",
    "read",
    "schema",
    "score",
    "text_bytes",
    "to_events",
    "untold",
]
