"""Getting a request to a server and its completion back, whatever happens on the way."""
