"""A seat's view built from what somebody types in: for help at a real table, where there is no game to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dubious_ai.belief.index import question_key
from dubious_ai.belief.posterior import Said
from dubious_ai.content import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, MAX_SEATS, MIN_SEATS, Kind, Options, Pair, Player, Question
from dubious_ai.core.observe import Observation, observe
from dubious_ai.core.text import clean
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


def is_ours(question: Question) -> bool:
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


def listening_seat(
    texts: Library,
    mine: Mapping[Kind, Sequence[str]],
    people: Sequence[tuple[str, Sequence[Said]]],
) -> Observation:
    """The view of seat 1, who has heard what `people` (name, answers) said and is about to guess. `mine` are the cards dealt to seat 1, if known."""
    me = next(name for name in ("You", "The listener", "Seat 1") if name not in {n for n, _ in people})
    most = max((len(answers) for _, answers in people), default=0)
    events: list[ev.Event] = [
        ev.GameSetUp(
            setting=texts.setting(),
            players=tuple(Player(name=name) for name in (me, *(name for name, _ in people))),
            options=Options(appearance=0, assorted=max(most, 1)),
        ),
        ev.RoundStarted(round=1, reader=1),
    ]
    if all(mine.get(kind) for kind in KINDS):
        occupations, secrets = ((mine[kind][0], mine[kind][-1]) for kind in KINDS)
        events.append(ev.CardsDealt(seat=1, occupations=occupations, secrets=secrets))
    events.append(ev.CharactersIntroduced(characters=(ev.Introduced(seat=1),)))
    for n in range(most):
        spoken = [(seat, answers[n]) for seat, (_, answers) in enumerate(people, 2) if n < len(answers)]
        asked = next((said.question for _, said in spoken if said.question), f"Question {n + 1}")
        heard = tuple(ev.Spoken(seat=seat, text=said.text) for seat, said in spoken)
        events += [
            ev.QuestionRevealed(number=n + 1, question=question_of(texts, asked)),
            ev.AnswersOpened(number=n + 1, answers=heard),
        ]
    events.append(ev.GuessingOpened())
    return observe(events, 1)
