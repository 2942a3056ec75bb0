"""`python -m cli` is `rulewright`."""

from cli.main import main

main()
