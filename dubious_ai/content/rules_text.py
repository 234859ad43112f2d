"""The rules in our own words: headings, paragraphs and short lists, to be wrapped to whatever they are shown on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Chapter:
    """A part of the rules: paragraphs, then points of a list."""

    heading: str
    paragraphs: tuple[str, ...]
    points: tuple[str, ...] = ()


WINNING = "Be found out by some, never by all."
"""What winning means, in one sentence."""
RULES = (
    Chapter(
        "What it is about",
        (
            "Three to six people sit at a table, and each is somebody else tonight: one Occupation, one Secret. You answer questions as that "
            "person and hint at both. You score when some of the others see through you but not all, and when you see through them.",
        ),
    ),
    Chapter(
        "The cards",
        (
            "You are dealt two Occupations and two Secrets, keep one of each, and show nobody. The two you reject go back unseen, so nobody "
            "else holds any of your four cards in this round. A name for your character and a line of introduction are for fun and tell nothing.",
        ),
    ),
    Chapter(
        "The questions",
        (
            "Then come five questions, the same for all: two about how you look (Appearance) and three about anything else (Assorted). One "
            "player is the reader, chosen by chance, and turns them one by one; in the next round it is the next player clockwise.",
            "Everybody writes an answer at the same time, in the first person; one or two sentences are plenty. Until the last one has handed "
            "in you may take yours back. Then the answers are read out, from the reader on. A voice or a gesture may be added, never a new hint.",
            "Hint at your Occupation, at your Secret, or at both. A hint may mislead. While you listen, note whom you suspect of what.",
        ),
    ),
    Chapter(
        "The guesses",
        (
            "After the last question everybody, again from the reader on, reads all their own answers once more. At a table you have thirty "
            "seconds after each, and two minutes after the last. Then you have written down, for every other player, one Occupation and one "
            "Secret. A slot may stay blank. All guesses are locked before the first card is turned.",
        ),
    ),
    Chapter(
        "The points",
        (
            "The players are revealed one after the other. Each of their two cards is looked at by itself:",
        ),
        (
            "some guessed it: each who did scores 1, and the owner scores 1 for each of them",
            "all guessed it: each who did scores 1, and the owner nothing, because it was too obvious",
            "nobody guessed it: each who guessed wrong scores 1, and the owner nothing, because it was too vague",
        ),
    ),
    Chapter(
        "Who wins",
        (
            "Most points over all rounds win. In a tie the one with more points from guesses wins, and the points for wrong guesses that "
            "nobody could better count among them. If that is a tie too, the victory is shared.",
        ),
    ),
    Chapter(
        "Worth knowing",
        (),
        (
            "“All” is meant for each card by itself: everybody may know your Occupation and only one your Secret.",
            "Aim at about half of the others with two of them, three in five with three, two in three with five.",
            "A blank is neither right nor wrong and scores nothing. When nobody knows, a wrong guess scores: so guess.",
            "A card that was dealt to you cannot be right for anybody else; but unlike a blank, such a guess can still score.",
            "One card may stand for two people; at most one of them can be right.",
            "Variants: 2 + 2 questions make a short round; --hard shuffles both kinds of questions together; as many rounds as you like.",
        ),
    ),
)  # fmt: skip
