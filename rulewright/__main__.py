"""`python -m rulewright` is `rulewright`."""

from cli.main import main

if __name__ == "__main__":
    main()
