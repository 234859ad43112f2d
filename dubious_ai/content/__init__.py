"""What is dealt and said: settings, cards, questions and people as data, names resolved, prompts, the rules in words."""
