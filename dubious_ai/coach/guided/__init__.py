"""The guided first round: a fixed deal, people who say what was written for them, and what is explained on the way."""
