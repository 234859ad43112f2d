"""The rules on one page, in our own words."""

from __future__ import annotations

RULES = """\
HOW TO PLAY

Everybody at the table, 3 to 6 people, is somebody else tonight. You are dealt two Occupations and two Secrets, keep one of
each, and show nobody. The two you reject go back unseen, so nobody else can hold any of your four cards.

Then come five questions, the same for all. Everybody writes an answer at the same time, in the first person, as the character
they have become; when all are done the answers are read out. Hint at your Occupation, your Secret, or both. A hint may
mislead, but you only score by being guessed.

After the last question everybody reads all their answers once more, and then each player writes down, for every other player,
one Occupation and one Secret. A slot may stay blank.

Now the players are revealed one after the other. For each of the two cards, looked at separately:

  some guessed it    each who did scores 1, and the owner scores 1 for each of them
  all guessed it     each who did scores 1, and the owner scores nothing: too obvious
  nobody guessed it  each who guessed wrong scores 1, and the owner nothing: too vague

Most points win. If that is a tie, more points from guessing (rather than from being guessed) win; if that is a tie too, the
victory is shared.

WORTH KNOWING

  · "All" is meant for each card by itself: everybody may know your Occupation and only one your Secret.
  · With three opponents aim at about three in five of them; that is the best balance between vague and obvious.
  · A blank is neither right nor wrong and scores nothing; when nobody knows, a wrong guess scores, so guess.
  · Guessing a card you were dealt yourself is allowed and pointless. One card for two people is allowed: one may be right.
  · Reading aloud may add a voice or a gesture, never a new hint.
  · Variants: 2+2 questions for a short round; --hard shuffles both kinds of questions together; as many rounds as you like.
"""
