"""Play, practise and teach *Dubious: New Realms* alone at a keyboard. An unofficial fan project."""

__version__ = "0.2.0"
