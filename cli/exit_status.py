"""The exit statuses of the command line; docs/commands.md says what each means."""

DONE, FAULTS, USAGE, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 130
