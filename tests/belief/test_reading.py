"""What a table would notice of the reading: it finds cards, is honest about doubt, and knows nobody's lines by heart."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dubious_ai.belief import Heard, Said, encoder
from dubious_ai.belief.encoder import Missing, SharedEncoder
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from dubious_ai.core.model import KINDS
from dubious_ai.errors import UsageError
from tests.readers import READERS, reader

from .dev import Character, characters


def top_and_loss(people: tuple[Character, ...]) -> tuple[float, float]:
    hits: list[bool] = []
    losses: list[float] = []
    for c in people:
        belief = reader(c.setting).read([c.said()])[0]
        for kind in KINDS:
            chances = belief.of(kind)
            hits.append(belief.best(kind, 1)[0][0] == c.cards.of(kind))
            losses.append(-math.log(chances[c.cards.of(kind)]))
    return sum(hits) / len(hits), sum(losses) / len(losses)


def test_people_are_read_well() -> None:
    top, loss = top_and_loss(characters())
    assert top >= 0.88
    assert loss <= 0.32


def without_encoder(setting: SettingSlug) -> Reader:
    """What a platform without a runtime for the encoder has."""
    none = SharedEncoder()
    none.use(Missing("There is no onnxruntime for this machine."))
    return Reader(library(setting), none)


def test_without_the_encoder_words_alone_still_tell_and_why_is_said() -> None:
    own = without_encoder("antiquity")
    people = [c for c in characters() if c.setting == "antiquity"]
    beliefs = [own.read([c.said()])[0] for c in people]
    hits = [
        b.best(kind, 1)[0][0] == c.cards.of(kind)
        for b, c in zip(beliefs, people, strict=True)
        for kind in KINDS
    ]
    assert np.mean(hits) >= 0.75
    assert own.missing == "There is no onnxruntime for this machine."
    assert reader("antiquity").missing is None


def test_nothing_said_is_nothing_known() -> None:
    for heard in (Heard(()), Heard((Said("", ""),)), Heard((Said("What pet do you have?", "..."),))):
        belief = reader("antiquity").read([heard])[0]
        for kind in KINDS:
            assert np.allclose(belief.alone[kind], 1 / 14)
        assert belief.confidence == 0.0
        assert not belief.why("gladiator")


def test_another_script_is_not_guessed_at() -> None:
    answers = (Said("", "Мой меч и щит всегда со мной"), Said("", "私は毎朝砂の上で訓練する"))
    belief = reader("antiquity").read([Heard(answers)])[0]
    assert belief.confidence == 0.0
    assert max(belief.of("occupation").values()) < 0.1


@given(st.lists(st.text(max_size=120), max_size=3), st.text(max_size=20))
@settings(deadline=None, max_examples=60)
def test_any_text_gives_a_distribution(texts: list[str], question: str) -> None:
    belief = reader("cthulhu").read([Heard(tuple(Said(question, t) for t in texts))])[0]
    for kind in KINDS:
        assert sum(belief.table[kind]) == pytest.approx(1.0)
        assert all(0 <= p <= 1 for p in belief.table[kind])
    assert 0 <= belief.confidence <= 1


def test_a_lone_surrogate_does_no_harm() -> None:
    assert reader("cthulhu").read([Heard((Said("", "my \ud800 ledger"),))])[0].confidence > 0


def test_curly_quotes_capitals_and_a_slip_of_the_finger_change_little() -> None:
    plain = reader("antiquity").read(
        [Heard((Said("", "My elephant doesn't like the smell of the harbour."),))]
    )[0]
    loud = reader("antiquity").read(
        [Heard((Said("", "MY ELEPHANT DOESN’T LIKE THE SMELL OF THE HARBOUR"),))]
    )[0]
    slip = reader("antiquity").read(
        [Heard((Said("", "My elefant doesn't like the smell of the harbour."),))]
    )[0]
    card = "mahout-elephant-handler"
    assert loud.of("occupation")[card] == pytest.approx(plain.of("occupation")[card], abs=0.1)
    assert slip.best("occupation", 1)[0][0] == plain.best("occupation", 1)[0][0] == card


def test_excluded_cards_are_impossible_and_so_is_a_card_held_twice() -> None:
    said = Heard((Said("", "My elephant doesn't like the smell of the harbour, the big ears give it away."),))
    card = "mahout-elephant-handler"
    without = reader("antiquity").read([said], excluded={"occupation": [card]})[0]
    assert without.of("occupation")[card] == 0.0
    assert sum(without.of("occupation").values()) == pytest.approx(1.0)
    both = reader("antiquity").read([said, said])
    assert both[0].of("occupation")[card] + both[1].of("occupation")[card] <= 1 + 1e-9
    assert both[0].alone["occupation"] == both[1].alone["occupation"]


def test_an_unknown_or_no_card_left_is_told() -> None:
    with pytest.raises(UsageError, match="astronaut"):
        reader("antiquity").read([], excluded={"occupation": ["astronaut"]})
    with pytest.raises(UsageError, match="excluded"):
        reader("antiquity").read(
            [], excluded={"secret": [f.slug for f in library("antiquity").texts("secret")]}
        )
    with pytest.raises(UsageError, match="astronaut"):
        reader("antiquity").share([], "astronaut", "occupation")


def test_reading_twice_gives_the_same_to_the_last_bit() -> None:
    some = [c for c in characters() if c.setting == "antiquity"][::4]
    before = [reader(c.setting).read([c.said()])[0].table for c in some]
    anew = Reader(library("antiquity"), READERS.encoder)
    after = [anew.read([c.said()])[0].table for c in reversed(some)]
    assert before == list(reversed(after))


@pytest.mark.parametrize("setting", setting_slugs())
def test_a_prepared_answer_is_not_known_by_heart(setting: SettingSlug) -> None:
    """Read however it is asked, an answer says for its card in the bank what the other voices say, and no more."""
    own = reader(setting)
    bank = own.weights.names.index("bank")
    found: list[float] = []
    for file in own.library.files:
        for answer in file.answers[::48]:
            assert answer.voice in own.voices_of(answer.text)
            assert answer.voice in own.voices_of(f"{answer.text} Really.")
            found.append(float(own.measure("", answer.text).values[bank][own.cards.place[file.slug]]))
    assert np.mean(found) < 0.3
    assert max(found) < 1.2


def test_prepared_answers_are_no_easier_than_those_of_people() -> None:
    people = top_and_loss(characters())[0]
    hits: list[bool] = []
    for setting in setting_slugs():
        texts = library(setting)
        questions = texts.questions
        for n in range(14):
            held = [texts.texts(kind)[(n * step) % 14] for kind, step in zip(KINDS, (1, 3), strict=True)]
            said: list[Said] = []
            for k in range(5):
                question = questions[(n + 4 * k) % len(questions)]
                fitting = [a.text for a in held[k % 2].answers if a.to == question.slug]
                said.append(Said(question.text, fitting[n % len(fitting)]))
            belief = reader(setting).read([Heard(tuple(said))])[0]
            hits += [belief.best(kind, 1)[0][0] == held[k].slug for k, kind in enumerate(KINDS)]
    assert np.mean(hits) <= people + 0.10


def test_evidence_adds_up_to_what_an_answer_says() -> None:
    c = characters()[41]
    belief = reader(c.setting).read([c.said()])[0]
    for kind in KINDS:
        slug = c.cards.of(kind)
        place = reader(c.setting).cards.place[slug]
        pieces = belief.why(slug, 1000)
        total = sum(
            float(reader(c.setting).evidence(a.question, a.text).cards[place]) for a in c.said().answers
        )
        assert sum(p.nats for p in pieces) == pytest.approx(total)
        assert pieces == sorted(pieces, key=lambda p: -abs(p.nats))
        for piece in pieces:
            assert not piece.word or piece.word in c.heard[piece.answer][1].lower().replace("'", "")


def test_a_telling_word_is_named() -> None:
    belief = reader("antiquity").read([Heard((Said("", "Too early. The elephant wanted his bath."),))])[0]
    assert belief.why("mahout-elephant-handler", 1)[0].word == "elephant"


def test_long_and_short_answers_are_as_sure_as_they_are_right() -> None:
    """All five answers in one breath (up to 60 words), and the shortest two alone: neither may boast."""
    for cut in (0, 1):
        sure: list[float] = []
        right: list[bool] = []
        for c in characters():
            texts = [t for _, t in c.heard]
            said = [" ".join(texts)] if cut == 0 else sorted(texts, key=len)[:2]
            belief = reader(c.setting).read([Heard(tuple(Said("", t) for t in said))])[0]
            for kind in KINDS:
                slug, chance = belief.best(kind, 1)[0]
                sure.append(chance)
                right.append(slug == c.cards.of(kind))
        assert np.mean(sure) == pytest.approx(np.mean(right), abs=0.12)


def test_readers_are_predicted_from_what_was_said() -> None:
    question = "What do your hands look like?"
    none = reader("antiquity").shares([])
    assert len(none) == 28
    assert list(none.values()) == pytest.approx([1 / 12] * 28)
    plain = "Grey, and my elephant has licked them."
    before, after = (
        reader("antiquity").share([], "gladiator", "occupation"),
        reader("antiquity").shares([Said(question, plain)]),
    )
    assert after["mahout-elephant-handler"] > 0.3 > before > after["gladiator"]
    sharp = reader("antiquity").share(
        [Said(question, plain)], "mahout-elephant-handler", "occupation", "sharp"
    )
    assert sharp > after["mahout-elephant-handler"]


def test_what_is_prepared_in_the_background_is_there_for_the_first_answer() -> None:
    fresh = Reader(library("antiquity"), SharedEncoder())
    fresh.prepare_behind().join()
    assert fresh.encoder.loaded


def test_one_reader_of_a_setting_serves_everybody_it_is_handed_to_and_another_run_has_its_own() -> None:
    readers = Readers()
    assert readers.of("antiquity") is readers.of("Antiquity")
    assert readers.of("antiquity").encoder is readers.of("cthulhu").encoder
    assert readers.of("antiquity") is not READERS.of("antiquity")
    with pytest.raises(UsageError, match="There is no setting 'a-setting-nobody-has-any-more'"):
        readers.of("a-setting-nobody-has-any-more")


def test_why_words_alone_are_read_is_told_once() -> None:
    own = without_encoder("cthulhu")
    assert own.encoder.notice() == "There is no onnxruntime for this machine."
    assert own.encoder.notice() is None


def test_a_damaged_model_is_a_sentence_and_reading_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "encoder").mkdir()
    (tmp_path / "encoder" / "encoder.onnx").write_bytes(b"not a model")
    monkeypatch.setattr(encoder.shipped, "root", lambda: tmp_path)
    found = encoder.load_encoder()
    assert isinstance(found, Missing)
    assert found.reason.startswith("The reader's model cannot be loaded")
    assert "\n" not in found.reason
