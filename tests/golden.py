"""Files that are compared as a whole. `DUBIOUS_REGENERATE=1 pytest tests/ui tests/document` writes them anew; look at the difference before keeping it."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"


def check(path: Path, text: str) -> None:
    """The text must be what the file holds."""
    if os.environ.get("DUBIOUS_REGENERATE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; see tests/golden.py"
