"""Why an action or option is not offered: the condition that fails, what it reads, what made it so."""
