"""The command line: one small file per group of commands, each with a `register(app)`. Nothing heavy is imported before a command runs."""
