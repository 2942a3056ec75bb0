"""What many games between bots show a designer: figures, sentences, a page. It needs `rulewright[report]`."""
