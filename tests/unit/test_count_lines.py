"""What a line of a ruleset is counted as."""

from __future__ import annotations

from tools.count_lines import Lines, keys_of_words

TEXT = """\
# a comment
effects:
  greet(number n):
    title: Somebody is greeted
    about: >-
      In words that go on
      for two lines.
    rule: ABC-1
    log: "{me} greets."
    do: |
      # why it is so
      require n > 0
          because "nobody is there"
      say "Hello." # to all

      gain n coins
  hide: {title: One hides, do: end turn}
  seek:
    log: false
    says: An old key
boards:
  field:
    draw:
      color: red
      text: "{colour}"
bots:
  weights: {points: 3}
"""


def test_words_for_people_are_counted_apart() -> None:
    """A line is words only where nothing else is in it; comments and empty lines are neither."""
    kinds = Lines(TEXT, keys_of_words()).kinds()
    said = dict(zip((line.strip() for line in TEXT.splitlines()), kinds, strict=True))
    words = {line for line, kind in said.items() if kind == "words"}
    assert words == {
        "title: Somebody is greeted",
        "about: >-",
        "In words that go on",
        "for two lines.",
        'log: "{me} greets."',
        'because "nobody is there"',
        'say "Hello." # to all',
        "says: An old key",
        'text: "{colour}"',
    }
    assert {line for line, kind in said.items() if kind == "notes"} == {"# a comment", "# why it is so", ""}
    assert said["rule: ABC-1"] == "records"
    assert (said["color: red"], said["weights: {points: 3}"]) == ("pictures", "bots")
    assert said["hide: {title: One hides, do: end turn}"] == said["log: false"] == "rules"
