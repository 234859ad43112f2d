"""The scrolling table: what a person sees line by line and types at a prompt."""
