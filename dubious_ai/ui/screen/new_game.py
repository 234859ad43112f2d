"""Where a new game begins: where, with how many, who they are, how they read and hint, and whom one plays against."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from dubious_ai.content.library import setting_slug
from dubious_ai.content.people import personas
from dubious_ai.core.model import Options
from dubious_ai.game.seating import Plan
from dubious_ai.storage.home import history
from dubious_ai.ui.before_and_after import DEFAULT_NAME, suited_tells, usual_name
from dubious_ai.ui.screen.app import Evening
from dubious_ai.ui.screen.liking import games_begin_with
from dubious_ai.ui.screen.menu import Menu, MenuLine


def new_game_place(app: Evening, fitted: bool, sit: Callable[[Plan], None]) -> Menu:
    """The place. It opens as it was left; `sit` is given what was chosen."""
    likings = games_begin_with(app, fitted)
    turned = [liking.line() for liking in likings]
    who = MenuLine(
        "Who sits down",
        values=["anybody", *(p.name for p in personas())],
        told=["Chance decides.", *(p.temper for p in personas())],
    )
    brains = _brains(app)
    config = app.backends.config
    against = MenuLine(
        "Who plays them",
        values=["the house", *brains[1:]],
        told=[
            "Offline, and no key is needed.",
            *(f"{spec} is asked before the table is laid." for spec in brains[1:]),
        ],
        at=brains.index(config.brain) if config.brain in brains else 0,
    )

    def as_it_stands() -> str:
        said = [line.about() for line in turned[:4]]
        with_them = f" {who.value} sits down too: {who.about()}" if who.at else ""
        return " ".join(said) + with_them

    lines = [
        MenuLine("Sit down", tells=as_it_stands),
        *turned,
        who,
        *([against] if brains[1:] else []),
    ]
    head = [Text("A new game", "title")]
    menu = Menu(head, lines, name=usual_name(app.liked.name), arrived=lambda: app.goto("new game"))

    def begin() -> None:
        name = menu.typed_name.strip() or DEFAULT_NAME
        app.like(
            name=name,
            **{liking.field: liking.values[line.at] for liking, line in zip(likings, turned, strict=True)},
        )
        brain = brains[against.at]
        seats = dict(config.seats) if brain == config.brain else dict[int, str]()
        sit(_plan(app, name, (who.value,) if who.at else (), brain, seats))

    menu.lines[0].act = begin
    return menu


def _brains(app: Evening) -> list[str]:
    """The house, and the models that the settings speak of."""
    config = app.backends.config
    return list(dict.fromkeys(("house", config.brain, *config.seats.values(), *config.brains)))


def _plan(app: Evening, name: str, company: tuple[str, ...], brain: str, seats: dict[int, str]) -> Plan:
    liked = app.liked
    tells, aim = suited_tells(liked.tells)
    count = liked.players or 4
    return Plan(
        setting=setting_slug(liked.setting or "antiquity"),
        seats=count,
        options=Options(rounds=liked.rounds or 1, tells=tells, aim=aim, talk=liked.talk is not False),
        human=name,
        level=liked.level or "regular",
        company=company,
        brain=brain,
        brains={seat: spec for seat, spec in seats.items() if 1 < seat <= count},
        heard=history().heard(),
    )
