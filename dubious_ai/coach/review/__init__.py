"""Looking back on a finished game: how belief moved, what each answer did, what was there to be seen and said."""
