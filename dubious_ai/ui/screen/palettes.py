"""Themes of the screen: for the frame (Textual) and for what is drawn in it (rich), dark, light and in high contrast."""

from __future__ import annotations

from rich.theme import Theme
from textual.theme import Theme as Frame

from dubious_ai.ui.page import THEME

MARKS = ("◆", "●", "▲", "■", "★", "✚")
"""One mark for each seat, so that nothing depends on colour."""
FRAMES = (
    Frame("evening", primary="#d7a65a", secondary="#8a7bb8", accent="#e0c080", foreground="#e6e1d8", background="#16151a",
          surface="#1e1d24", panel="#2a2833", success="#8fbf7f", warning="#e0b050", error="#e07070", dark=True),
    Frame("daylight", primary="#8a5a00", secondary="#5a3f8a", accent="#a06000", foreground="#22201c", background="#fdfbf7",
          surface="#f4efe6", panel="#e8e0d2", success="#2e6b1f", warning="#8a5a00", error="#a02020", dark=False),
    Frame("high-contrast", primary="#ffff00", secondary="#00ffff", accent="#ffffff", foreground="#ffffff", background="#000000",
          surface="#000000", panel="#202020", success="#00ff00", warning="#ffff00", error="#ff8080", dark=True),
)  # fmt: skip
_DAYLIGHT = {
    "quiet": "#6b655b", "occupation": "bold #8a5a00", "secret": "bold #7a2a86", "name": "bold #1c5a7c", "me": "bold #2e6b1f",
    "delivery": "italic #6b655b", "tick": "bold #2e6b1f", "struck": "#6b655b strike", "warning": "#8a5a00", "problem": "bold #a02020",
    "player1": "bold #2e6b1f", "player2": "bold #1c5a7c", "player3": "bold #3a3a9a", "player4": "bold #a03020",
    "player5": "bold #7a5a00", "player6": "bold #7a2a86",
}  # fmt: skip
_EVENING = {
    "quiet": "#9a948a", "occupation": "bold #e8b85c", "secret": "bold #c79be8", "name": "bold #7cc4d8", "me": "bold #9fd08a",
    "delivery": "italic #9a948a", "tick": "bold #9fd08a", "struck": "#948d82 strike", "warning": "#e8b85c", "problem": "bold #f08080",
    "player1": "bold #9fd08a", "player2": "bold #7cc4d8", "player3": "bold #8fa8f0", "player4": "bold #f09070",
    "player5": "bold #e8d070", "player6": "bold #d8a0e8",
}  # fmt: skip
_CONTRAST = {
    "quiet": "#ffffff", "delivery": "italic #ffffff", "struck": "#ffffff strike", "occupation": "bold #ffff00", "secret": "bold #ff80ff",
    "name": "bold #00ffff", "me": "bold #00ff00", "tick": "bold #00ff00", "warning": "#ffff00", "problem": "bold #ff8080",
}  # fmt: skip
DRAWN: dict[str, Theme] = {
    name: Theme({**THEME.styles, **colours})
    for name, colours in (("evening", _EVENING), ("daylight", _DAYLIGHT), ("high-contrast", _CONTRAST))
}
DEFAULT = "evening"


def drawn(name: str) -> Theme:
    """The colours of what is drawn under a theme."""
    return DRAWN.get(name, DRAWN[DEFAULT])
