"""Exercises, what was practised, and which card comes next."""
