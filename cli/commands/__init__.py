"""One file a command; each holds one public name, `command`, which returns the exit status."""
