"""Who can play a seat: the house, a model behind a server, a script, a human. All behind one protocol."""
