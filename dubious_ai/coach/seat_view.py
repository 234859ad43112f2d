"""A seat's view built from what somebody types in: for help at a real table, where there is no game to look at."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.belief.passages import question_key
from dubious_ai.belief.posterior import Said
from dubious_ai.coach.guess import Round
from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import KINDS, MAX_SEATS, MIN_SEATS, Options, Pair, Player, Question
from dubious_ai.core.observe import Observation, observe
from dubious_ai.errors import UsageError

USUAL = 5
"""Questions in a round when nobody says otherwise."""
FOREIGN = "somebody-elses"
"""The slug of a question that is none of ours."""


def question_of(texts: Library, text: str) -> Question:
    """The question as it stands on a card of the game, else as it was typed. Raises UsageError for an empty one."""
    asked = clean(text)
    if not asked:
        raise UsageError("The question is empty. Give its words, e.g. --question “What pet do you have?”")
    key = question_key(asked)
    for question in texts.questions:
        if question_key(question.text) == key:
            return question
    return Question(slug=FOREIGN, back="assorted", text=asked)


def is_our_question(question: Question) -> bool:
    """Whether a question is one of the game's own."""
    return question.slug != FOREIGN


def own_seat(
    texts: Library,
    pair: Pair,
    question: str,
    answered: Sequence[Said] = (),
    *,
    players: int = 4,
    questions: int | None = None,
) -> Observation:
    """The view of seat 1, who holds `pair`, has given the answers `answered` and now hears `question`.

    Raises UsageError for a table or a number of questions that cannot be.
    """
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise UsageError(
            f"{players} players cannot play. Say how many sit at the table, {MIN_SEATS} to {MAX_SEATS}."
        )
    number = len(answered) + 1
    if questions is not None and questions < number:
        raise UsageError(
            f"{len(answered)} questions are answered already, so there are more than {questions}."
        )
    total = questions or max(USUAL, number)
    names = ("You", *(f"Player {n}" for n in range(2, players + 1)))
    events: list[ev.Event] = [
        ev.GameSetUp(
            setting=texts.setting(),
            players=tuple(Player(name=name) for name in names),
            options=Options(appearance=0, assorted=total),
        ),
        ev.RoundStarted(round=1, reader=1),
        ev.CardsDealt(
            seat=1, occupations=(pair.occupation, pair.occupation), secrets=(pair.secret, pair.secret)
        ),
        ev.CardsKept(seat=1, occupation=pair.occupation, secret=pair.secret),
        ev.CharactersIntroduced(characters=(ev.Introduced(seat=1),)),
    ]
    for n, said in enumerate(answered, 1):
        asked = question_of(texts, said.question or f"Question {n}")
        events += [
            ev.QuestionRevealed(number=n, question=asked),
            ev.AnswerHandedIn(seat=1, number=n, text=said.text),
            ev.AnswersOpened(number=n, answers=(ev.Spoken(seat=1, text=said.text),)),
        ]
    events.append(ev.QuestionRevealed(number=number, question=question_of(texts, question)))
    return observe(events, 1)


def listening(texts: Library, known: Round) -> Observation:
    """The view of seat 1, who has heard what the people of a round said and is about to guess."""
    names = [person.name for person in known.people]
    me = next(name for name in ("You", "The listener", "Seat 1") if name not in names)
    asked: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for seat, person in enumerate(known.people, 2):
        times: dict[str, int] = {}
        for said in person.answers:
            times[said.question] = times.get(said.question, 0) + 1
            asked.setdefault((said.question, times[said.question]), []).append((seat, said.text))
    events: list[ev.Event] = [
        ev.GameSetUp(
            setting=texts.setting(),
            players=tuple(Player(name=name) for name in (me, *names)),
            options=Options(appearance=0, assorted=max(len(asked), 1)),
        ),
        ev.RoundStarted(round=1, reader=1),
    ]
    mine = {kind: sorted(known.excluded[kind]) for kind in KINDS}
    if all(mine.values()):
        occupations, secrets = ((mine[kind][0], mine[kind][-1]) for kind in KINDS)
        events.append(ev.CardsDealt(seat=1, occupations=occupations, secrets=secrets))
    events.append(ev.CharactersIntroduced(characters=(ev.Introduced(seat=1),)))
    for n, ((question, _), spoken) in enumerate(asked.items(), 1):
        heard = tuple(ev.Spoken(seat=seat, text=text) for seat, text in spoken)
        events += [
            ev.QuestionRevealed(number=n, question=question_of(texts, question or f"Question {n}")),
            ev.AnswersOpened(number=n, answers=heard),
        ]
    events.append(ev.GuessingOpened())
    return observe(events, 1)
