"""The screens of a game, drawn from fixed values: a table of four that answers, guesses and scores always in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import StringIO

from rich.console import Console, RenderableType

from dubious_ai.content.library import Library, library
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Guess, Options, Player
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import due
from dubious_ai.ui.lines.terminal import THEME
from dubious_ai.ui.views import record_sheet, reveal, table_views

NAMES = ("Ann", "Bruno", "Celeste", "Dag")
OCCUPATIONS = (
    ("gladiator", "senator"), ("organizer-of-bacchanalia", "pirate"), ("theater-actor", "teacher"), ("tax-collector", "potter"),
)  # fmt: skip
SECRETS = (
    ("thinks-that-their-father-is-zeus", "raised-by-barbarians"), ("posed-for-a-nude-statue", "steals-food-at-symposia"),
    ("witnessed-a-labour-of-hercules", "burned-down-a-wonder-of-the-world"), ("in-love-with-a-greek", "plotting-the-emperors-murder"),
)  # fmt: skip
ANSWERS = (
    ("Clean today, which is a change. Somebody else's handprints are on my wrists.", "A stallion. People stare, and no wonder."),
    ("Sticky, up to the elbow, from about the third hour of the night on. [/]", "A parrot \u5c71\u7530. It once nearly ruined the best hour of my life."),
    ("They tremble until I hear the first cough in the dark, and then they belong to somebody taller.", "A dog. He does not run any more."),
    ("Ink on the right, wax on the left.", "Two goats, half a pig and a tenth of a hive of bees, which people were kind enough to part with."),
)  # fmt: skip
GUESSES: tuple[dict[int, tuple[str | None, str | None]], ...] = (
    {2: ("organizer-of-bacchanalia", "posed-for-a-nude-statue"), 3: ("philosopher", "witnessed-a-labour-of-hercules"), 4: ("tax-collector", None)},
    {1: ("gladiator", "prepares-for-the-olympic-games"), 3: ("theater-actor", "witnessed-a-labour-of-hercules"), 4: ("tax-collector", "was-in-a-fight-at-a-forum")},
    {1: ("gladiator", "thinks-that-their-father-is-zeus"), 2: ("winemaker", "posed-for-a-nude-statue"), 4: ("tax-collector", "obsessed-with-atlantis")},
    {1: ("legionary", "raised-by-barbarians"), 2: ("pirate", "steals-food-at-symposia"), 3: ("senator", "witnessed-a-labour-of-hercules")},
)  # fmt: skip


@cache
def texts() -> Library:
    """The contents the screens name cards from, with flavour of their own so that the screens do not follow every new wording."""
    whole = library("antiquity")
    files = tuple(
        f.model_copy(update={"flavour": f"flavour of card {f.number}, a few words long"}) for f in whole.files
    )
    return whole.model_copy(update={"files": files})


@cache
def evening() -> tuple[ev.Event, ...]:
    """All events of the fixed game."""
    setting = texts().setting()
    wanted = ("What do your hands look like?", "What pet do you have?")
    deck = tuple(next(q for q in setting.questions if q.text == text) for text in wanted)
    players = tuple(Player(name=name) for name in NAMES)
    game = Game([ev.GameSetUp(setting=setting, players=players, options=Options(appearance=1, assorted=1))])
    game.take(ev.RoundStarted(round=1, reader=2))
    for seat, (occupations, secrets) in enumerate(zip(OCCUPATIONS, SECRETS, strict=True), 1):
        game.take(ev.CardsDealt(seat=seat, occupations=occupations, secrets=secrets))
    game.take(ev.QuestionDeckDrawn(questions=deck))
    while game.state.phase != "over":
        for seat in due(game.state).seats:
            game.take(_hand_in(game, seat))
        if game.state.phase == "guessing" and not game.state.round.reread:
            _mark(game)
        game.step("")
    return tuple(game.events)


def _hand_in(game: Game, seat: int) -> ev.Event:
    match due(game.state).action:
        case "keep":
            occupation, secret = OCCUPATIONS[seat - 1][0], SECRETS[seat - 1][0]
            return ev.CardsKept(seat=seat, occupation=occupation, secret=secret, name=f"Number {seat}")
        case "answer":
            number = len(game.state.round.asked)
            delivery = "scratching his chin" if seat == 2 else ""
            return ev.AnswerHandedIn(
                seat=seat, number=number, text=ANSWERS[seat - 1][number - 1], delivery=delivery
            )
        case _:
            picks = tuple(
                ev.Announced(target=target, guess=Guess(occupation=o, secret=s))
                for target, (o, s) in GUESSES[seat - 1].items()
            )
            return ev.GuessesHandedIn(seat=seat, guesses=picks)


def _mark(game: Game) -> None:
    game.take(ev.NoteTaken(seat=1, target=2, text="sticky? a feast?"))
    for target, (occupation, secret) in GUESSES[0].items():
        for kind, slug in (("occupation", occupation), ("secret", secret)):
            if slug:
                game.take(
                    ev.NoteTaken.model_validate(
                        {"seat": 1, "target": target, "kind": kind, "candidates": (slug,)}
                    )
                )


def seen(until: type[ev.Event]) -> Observation:
    """What Ann knows right after the first event of a kind."""
    game = Game()
    for event in evening():
        game.take(event)
        if isinstance(event, until):
            break
    return game.observation(1)


def screens(width: int, *, plain: bool) -> dict[str, list[RenderableType]]:
    """Each screen by its name."""
    state = Game(evening()).state
    now, told = state.round, texts()
    dealt, marked = seen(ev.QuestionDeckDrawn), seen(ev.AnswersReread)
    revealed = now.revealed[-2]
    picks = {seat: record_sheet.standing_guess(marked, seat) for seat in sorted(marked.opponents)}
    names: list[str] = list(NAMES)
    return {
        "deal": [table_views.round_head(dealt, told, "4F2A"), table_views.hand(dealt, told, plain=plain)],
        "question": [table_views.question(now.asked[1], 2, "Bruno reads", plain=plain)],
        "reading": [
            table_views.spoken_view(names[a.seat - 1], a, me=a.seat == 1, plain=plain, column=7)
            for a in now.opened[0].answers
        ],
        "sheet": [record_sheet.sheet_view(marked, told, width, plain=plain)],
        "guess": [
            table_views.all_answers(marked, 2, plain=plain),
            record_sheet.guess_table(marked, told, picks, plain=plain),
            *record_sheet.guess_warnings(marked, told, picks),
        ],
        "reveal": [
            *reveal.announcements(revealed, names, told, 1),
            *(
                line
                for act in reveal.acts(Game(evening()).observation(1), revealed)
                for line in reveal.act_in_lines(act, names, told, 1, plain=plain)
            ),
        ],
        "standing": [table_views.standing_view(names, state.standing(), final=True, me=1, plain=plain)],
    }


def drawn(parts: Iterable[RenderableType], width: int) -> str:
    """What a terminal of this width shows, without colour and without blanks at line ends."""
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        theme=THEME,
        no_color=True,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    for part in parts:
        console.print(part, width=width)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
