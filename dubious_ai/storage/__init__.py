"""A person's files: the record of a game, and the folder that holds them."""
