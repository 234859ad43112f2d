"""From a server's raw body to a checked value."""
