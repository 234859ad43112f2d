"""Makes what is computed once from a setting's texts and shipped beside them: `make readings`.

    python -m tools.readings [SETTING …]      by default all settings of this checkout

First the texts as one file, then the vectors of every sentence and the readings of every prepared answer, which takes some ten seconds a setting.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from dubious_ai.belief import compiled
from dubious_ai.belief.card_vectors import compile_meanings
from dubious_ai.belief.encoder import Encoder, SharedEncoder
from dubious_ai.belief.evidence import BY_MEANING
from dubious_ai.belief.reader import Reader
from dubious_ai.content import compiled_library
from dubious_ai.content.library import Library, read_sources, setting_slugs

CONTENT = Path(__file__).resolve().parents[1] / "content"


def make(texts: Library, folder: Path, shared: SharedEncoder) -> None:
    """Write the vectors and readings of a setting into `folder`. Raises SystemExit without an encoder."""
    encoder = shared.get()
    if not isinstance(encoder, Encoder):
        raise SystemExit(encoder.reason)
    reader = Reader(texts, shared, folder)
    questions = [q.text for q in texts.questions]
    made = compile_meanings(reader.cards, reader.passages, questions, encoder)
    compiled.write_meanings(texts, made, folder)
    found: list[compiled.StoredReading] = []
    for question, text in compiled.asked(texts, reader.passages):
        reading = reader.read_anew(question, text)
        found.append(compiled.StoredReading(reading.cards, reading.known, reading.words_said))
    compiled.write_readings(texts, reader.passages, found, folder, repr(BY_MEANING))


def main() -> None:
    """Write the files of the settings named, or of all."""
    shared = SharedEncoder()
    wanted = sys.argv[1:]
    for slug in setting_slugs():
        folder = CONTENT / slug
        if (wanted and slug not in wanted) or not folder.is_dir():
            continue
        started = time.perf_counter()
        texts = read_sources(folder, slug)
        (folder / compiled_library.FILE).write_bytes(compiled_library.compiled(folder, texts))
        make(texts, folder, shared)
        made = (compiled_library.FILE, compiled.READINGS, compiled.MEANINGS)
        sizes = " + ".join(f"{(folder / f).stat().st_size / 1e6:.1f}" for f in made)
        print(f"{slug}: {sizes} MB in {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
