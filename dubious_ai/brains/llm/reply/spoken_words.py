"""From the words a model gives to a line a player can say: what is no speech is taken off, and what is no answer is named.

Owns control tokens, the speaker's own name before the words, stage directions and markup; and the judgement that something has
no words in it or is not in the language of the game. Nothing here knows a card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from dubious_ai.core.cleaning import clean

_CONTROL = re.compile(
    r"<[|｜][^|｜<>\n]{1,40}[|｜]>|</?(?:s|eos|bos|pad|unk|end_of_turn|start_of_turn|end_of_text)>|\[/?INST\]",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s*[—–]\s*(?!\d)")
_STAGE = re.compile(r"(?:^|(?<=[.!?…,;:\"”]))\s*\*(?!\*)([^*\n]{2,80})\*(?!\*)(?=\s|$|[.!?…])\s*")
_STAGE_FIRST = re.compile(r"^\s*[\[(]([^\[\]()\n]{2,80})[\])]\s+(?=\S)")
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3}|`+|~~)(?=\S)(.+?)(?<=\S)\1")
_MARKUP = re.compile(r"^\s*(?:#{1,6}|[-*•>]|\d{1,2}[.)])\s+")
_GENERIC = ("answer", "text", "reply", "response", "you", "me", "i")
_CLAUSE = re.compile(r"[.,;:!?…()\"“”]+")
_ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "a an the and or but not no of to in on at for with from by is are was were be been it its this that there i you he she we they "
        "my your his her our their me him them what who when where if as so do did does have has had will would can could one two never "
        "always only all too than then into out up down over about just more some any nobody somebody",
    )
)
_OTHER = (
    frozenset(
        re.findall(
            r"\w+",
            "und nicht ich ist der das ein eine auch mit aber wir mein meine dem den im zu auf für von war hat sich wie noch nur "
            "le la les des je ne pas une est dans pour avec mais mon ma que qui il elle sur au du et "
            "el los las una es que por con pero mi muy yo del para su como más en y di che non per sono mia gli della nel ho anche lo "
            "het niet ik van maar zijn een ook met voor op dat não uma um com mas meu minha os da na",
        )
    )
    - _ENGLISH
)
"""Little words that tell a language; those English shares are left out."""


def without_control_tokens(text: str) -> str:
    """The text without the marks that models end turns with."""
    return _CONTROL.sub("", text)


def tidy(text: str, speakers: Iterable[str] = ()) -> str:
    """A model's words as a player's line: clean, without wrapping quotes, markup and the speaker's name, and with commas for the dashes people do not type."""
    return spoken(text, speakers)[0]


def spoken(text: str, speakers: Iterable[str] = ()) -> tuple[str, str]:
    """The line and the stage direction that stood in it ("" if none). `speakers` are the names a model may put before its own words."""
    line = clean(_DASH.sub(", ", without_control_tokens(text)))
    names = "|".join(re.escape(name) for name in (*speakers, *_GENERIC) if name)
    tag = re.compile(rf"^[\W_]*(?:{names})[*_]*\s*[:：][*_]*\s*", re.IGNORECASE)
    stage = ""
    for _ in range(4):
        before = line
        line = _unquoted(_MARKUP.sub("", tag.sub("", line)))
        for mark in (_STAGE, _STAGE_FIRST):
            found = mark.search(line)
            if found:
                stage = stage or found[1].strip()
                line = clean(f"{line[: found.start()]} {line[found.end() :]}")
        line = _EMPHASIS.sub(r"\2", line)
        if line == before:
            break
    return line, stage


def _unquoted(line: str) -> str:
    if len(line) > 1 and line[0] in "\"“'" and line[-1] in "\"”'" and not set(line[1:-1]) & {'"', "“", "”"}:
        return line[1:-1].strip()
    return line


def no_answer(text: str) -> str:
    """Why this is no answer anybody can read at the table, as a reason for the model; "" if it is one."""
    letters = [c for c in text.casefold() if c.isalpha()]
    if not letters:
        return "there is not a word in it."
    if len(letters) > 3 and len(set(letters)) == 1:
        return "it is one sign repeated."
    if re.search(r"(\S)\1{5,}", text) or re.search(r"\b(\w+)(?:\W+\1\b){4,}", text, re.IGNORECASE):
        return "it repeats itself without end."
    foreign = [
        c for c in letters if not unicodedata.name(c, "LATIN").startswith(("LATIN", "FEMININE", "MASCULINE"))
    ]
    if len(foreign) > 1:
        return "part of it is in another script. The game is played in English."
    if any(_other_language(clause) for clause in _CLAUSE.split(text)):
        return "part of it is in another language. The game is played in English."
    return ""


def _other_language(clause: str) -> bool:
    """Whether a stretch of at least four words has little words of other languages and none of English."""
    words = re.findall(r"[^\W\d_]+", clause.casefold())
    if len(words) < 4:
        return False
    other = sum(word in _OTHER for word in words)
    return other >= 2 and not any(word in _ENGLISH for word in words)
