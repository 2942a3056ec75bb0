"""The effect language: parsing, types, built-ins, and the checks that end in a Program."""
