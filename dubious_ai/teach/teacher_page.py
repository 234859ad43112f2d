"""A page for the teacher's desk: what a round is good for, how it goes, how to make it easier or harder, what to look for, and phrases to use."""

from __future__ import annotations

from dubious_ai.content.library import Library
from dubious_ai.pages import Html, table, tag

LEVELS = (
    (
        "A2, B1",
        "Four players, two questions, a short list of cards open on the table (`--tier easy`). Pupils may begin “I usually …”, “Last night …”, “People think I …”.",
    ),
    ("B1, B2", "Four or five players, five questions; nobody uses a word of their own card."),
    (
        "B2, C1",
        "Six players, five questions, one false trail each; afterwards one answer is written again, more quietly.",
    ),
)
STEPS = (
    ("5 minutes", "Show the stage of a sample round up to the guesses; everybody writes down who is who, then reveal one player. Ask what gave the card away."),
    ("5 minutes", "Hand out sheets or open the form. Each pupil keeps one Occupation and one Secret of the four, and tells nobody."),
    ("15 minutes", "Questions one after the other: write first, in silence, then read aloud around the table. Notes are allowed, questions are not."),
    ("10 minutes", "Everybody guesses both cards of each of the others. Reveal one after the other and count."),
    ("10 minutes", "Three questions to discuss, one answer rewritten. Collect the answers: `dubious class collect` and `sample --from class.csv` make tomorrow’s lesson of them."),
)  # fmt: skip
RUBRIC = (
    ("answers the question", "not at all", "in part", "and would be a good answer without the hint"),
    ("shows a thing, place or moment", "names a quality", "general", "something one could draw"),
    ("leaves room", "one card only, or none", "one or two cards", "two or three cards fit"),
    ("gives reasons for a guess", "none", "one word", "quotes two answers that pull the same way"),
)
PHRASES = (
    "It could be the … or the …, because …",
    "What made you think of …?",
    "In answer … you said “…”, and that fits a …",
    "That speaks against …, since …",
    "I took you for …; what did I overlook?",
    "You might have said it more quietly: …",
)


def teacher_section(texts: Library) -> Html:
    """The page, as a section of the sheets."""
    return tag(
        "section",
        tag("h2", f"{texts.name}: for the teacher"),
        tag(
            "p",
            "Aim: to say something about a person without saying it, to listen for what lies behind a sentence, and to give reasons for a guess. "
            "Level A2 to C1 · 45 minutes · tables of four to six.",
        ),
        tag("h3", "Steps"),
        table(("Time", "What happens"), STEPS),
        tag("h3", "Easier and harder"),
        table(("Level", "How"), LEVELS),
        tag("h3", "What to look for"),
        table(("The pupil …", "not yet", "partly", "well"), RUBRIC),
        tag("h3", "Useful phrases"),
        tag("ul", *(tag("li", phrase) for phrase in PHRASES)),
        class_="sheet",
    )
