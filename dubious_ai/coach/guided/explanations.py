"""What is said to the learner in the guided first round: before each choice, after the answers, and at every tick.

Nothing here names a hidden card before it is revealed.
"""

from __future__ import annotations

from dubious_ai.coach.guided.first_round import BRUNO, CELESTE, DAG
from dubious_ai.core.model import Kind
from dubious_ai.core.scoring import Outcome

WELCOME = (
    "This is a round with the rails on: about ten minutes, three patient people, and somebody at your shoulder. That is me; my lines begin with ».",
    "Leave whenever you like with /quit; `dubious learn` brings you back to the same chair.",
)
CAST = (
    "Everybody here is somebody else tonight: one Occupation, one Secret. You hint at yours, and you guess theirs.",
    "Of the two you were dealt, keep the one you could talk about for five minutes: its tools, its smells, who is afraid of it. If nothing calls you, take the Gladiator and the one with the famous father.",
)
INTRODUCED = "Names and greetings are for fun and tell nothing. Now five questions, the same for all. Everybody writes at once and then you hear them."
BEFORE = (
    (
        "First rule of a hint: answer the question. If somebody cut the hint out, a dull and honest answer should be left.",
        "Second rule: show a thing, not a quality. “Strong” is nobody. “Calluses, and sand under the nails” is somebody. Hint at one card only, softly; four more answers follow.",
    ),
    (
        "Now the other card. Take one step of association and stop there: not the thing itself, but what stands next to it. A dog that is afraid of thunder says more than a dog called Zeus.",
        "Stuck? /hint gives a nudge, and only a nudge the first time. /check with your sentence behind it tells what readers would make of it.",
    ),
    (
        "Look at what was said so far before you write: /sheet shows it all. What did you take from their answers without noticing? That is how they read yours.",
        "Whichever of your cards has been silent, let it speak now.",
    ),
    (
        "By now somebody may have a suspicion about you. Good: you want some of them to know, and one of them not to.",
        "So do not repeat yourself. A hint from the same corner tells nothing new to those who know, and nothing at all to those who do not.",
    ),
    (
        "Your last sentence. Look at the figures I gave you: the card that lags behind deserves it. If both stand well, say something harmless. Stopping in time is a skill, too.",
    ),
)
AFTER = (
    (
        "Bruno shows a colour and a month: something on the skin that comes every year and goes again. Who has that? You need not know yet. /note bruno colour, autumn? keeps it for you.",
        "Celeste thinks of a last row. Whoever has a last row has rows.",
    ),
    (
        "Celeste tells a story with a place, a lion and a man in it. Handsome, and loud: there is one card on the list it can come from. Once everybody knows a card, its owner earns nothing for it.",
        "Dag's dog is the better hint: it barks, and then he reads out a figure. A door, a number, no welcome. Two or three cards fit, and that is just right.",
    ),
    (
        "Put Bruno's two side by side: a winter of keeping still with one arm up, and now pigeons on his head. Neither says it; together they begin to. That is how a hint should grow.",
        "Shutters close for Dag. When others react to somebody, that is often the best evidence: people cannot choose how they are met.",
    ),
    (
        "Celeste again, with another beast: she has hinted at the same thing twice, and the second time told nothing new to anybody.",
        "Dag does not light anything at home. Odd, and very quiet: it could be a fear, a habit or a bad conscience. Alone it convicts nobody.",
    ),
    (
        "And Dag has never been in Ephesus, and says so without being asked. Hold that against the figs that were not cooked. A hint that needs two pieces put together rewards whoever listens, if anybody does.",
    ),
)
GUESSING = (
    "Now you hear everybody once more, and after each you mark whom you suspect. For each person look for two or three answers that pull the same way, and let the rest go: people also just talk.",
    "Nobody holds any of your four cards, and no two people hold the same. A blank earns nothing and a wrong guess may (when nobody knows), so always guess. /cards is the list, Enter leaves a slot for later.",
)
LOCK = "Enter locks your guesses. To change one, type a name, or a name and a card: bruno potter."
LOCKED = "All guesses are down. Now one after the other is revealed, and you see where each tick comes from."

TICKS: dict[tuple[int, Kind], str] = {
    (
        BRUNO,
        "occupation",
    ): "Purple hands, and a year with hail in the cup: two hints a long way apart, with a harvest in both. Nobody could be certain, and that is why it pays.",
    (
        BRUNO,
        "secret",
    ): "The arm, the pigeons, the cold March of holding still. Each could be something else, the three together could not. This is the one to copy.",
    (
        CELESTE,
        "occupation",
    ): "Rows, a queen's walk on Tuesday, a cue. Plain by the end, but it came in pieces, so not everybody had it.",
    (CELESTE, "secret"): "The lion and the boar. The first was enough; the second was one too many.",
    (
        DAG,
        "occupation",
    ): "A door, a figure, thirty shutters. You see him by what others do when he comes. It leaves room, and that is the art of it.",
    (
        DAG,
        "secret",
    ): "Ephesus had a temple, one of the seven wonders, and somebody set fire to it to become famous. No fire at home, and never been there: fair, but quiet and late.",
}
ALSO: dict[tuple[int, Kind, Outcome], str] = {
    (CELESTE, "secret", "some"): "You let her get away with it: your doubt alone kept her ticks alive.",
    (DAG, "secret", "some"): "You put the two pieces together, and both of you are paid for it.",
}
"""What is added where the learner's own guess made the difference."""
RULE: dict[Outcome, str] = {
    "some": "Some knew and some did not: each who named it ticks one, and the owner ticks one for each of them. This is what everybody wants.",
    "all": "Everybody knew: the guessers keep their ticks, the owner's are struck out. Too obvious.",
    "none": "Nobody knew: everyone who guessed wrong ticks one, and the owner gets nothing. Too vague.",
}
AGAIN: dict[Outcome, str] = {
    "some": "Some, not all.",
    "all": "All of them, so struck out.",
    "none": "Nobody, so the wrong guesses tick.",
}
"""The same, once it has been explained."""
YOURS: dict[Outcome, str] = {
    "some": "That is the balance. Remember how it felt to leave that much out.",
    "all": "Next time drop the plainest of those answers, or give the other card its turn.",
    "none": "Next time let two of your answers point at the same thing from different sides.",
}
ENDING = (
    "That was a whole round. You have answered, doubted, guessed and been guessed at; there is nothing else to it, only more of it.",
    "From here: `dubious play` for a real table, `dubious drill` for five minutes of practice.",
)
