"""Rules as people read them: each rule text as sentences, made from the checked program."""
