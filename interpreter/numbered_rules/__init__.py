"""The numbered rules of a ruleset: where their page lies, and what implements and shows each."""
