# Works with GNU make 3.81 (macOS) and later. Needs Python >= 3.11, git and make; the rest goes into .venv.
#
#   make play        play the first ruleset
#   make test        everything a change has to pass
#   make test-long   the slow tests
#   make test-table  the table in a real browser (needs Debian's chromium)
#   make editor-server   npm's yaml-language-server, for the tests of the schemas in an editor
#   make pictures    the pictures of tables in the docs (needs Debian's chromium)
#   make bench       benchmarks
#   make venv        only create or refresh the environment
#   make clean       remove the environment and all caches
#
# Choose another Python with: make PYTHON=/path/to/python3.12 <target>

SHELL := /bin/sh
VENV  := .venv
# What playing needs, and on top of it what the checks need.
PLAYABLE := $(VENV)/.playable
STAMP := $(VENV)/.installed
BIN   := $(VENV)/bin
JOBS  ?= 2
# What browsers run and we wrote.
PAGE  := cli/table/static/table.js cli/table/static/table.css cli/draw/sheets.css

# Succeeds in a Python that can build the environment (some systems package venv apart from Python).
PYTHON_OK := import sys; assert sys.version_info >= (3, 11); import ensurepip, venv
PYTHON_VERSION := import sys; print("Python " + sys.version.split()[0])

# The first suitable Python; if there is none the name "python3" stays, for the error message below.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	if $$p -c '$(PYTHON_OK)' >/dev/null 2>&1; then break; fi; done; echo $$p)

PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

.PHONY: help venv play test types style bytecode test-long test-table pictures editor-server bench clean

help:
	@sed -n 's/^#   //p' Makefile

venv: $(STAMP)

# The stamps are written last, so an interrupted installation is taken up again on the next run.
$(STAMP): $(PLAYABLE)
	@echo "installing what the checks need into $(VENV)"
	@$(PIP) install --editable '.[dev]'
	@$(PIP) install --only-binary open_spiel --editable '.[oracle]' 2>/dev/null || \
		echo "OpenSpiel has no wheel here: the tests that compare with other engines will be skipped"
	@touch $(STAMP)

$(PLAYABLE): pyproject.toml
	@py="$(PYTHON)"; "$$py" -c '$(PYTHON_OK)' >/dev/null 2>&1 || { \
		echo "rulewright needs Python 3.11 or newer with its venv module, but '$$py' is" \
			"$$("$$py" -c '$(PYTHON_VERSION)' 2>/dev/null || echo 'not a working Python'); try: make PYTHON=/path/to/python3.11" >&2; \
		exit 1; }; \
	$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		echo "creating $(VENV) with $$py"; "$$py" -m venv --clear $(VENV); }
	@echo "installing rulewright into $(VENV)"
	@$(PIP) install --editable '.[fast,table]'
	@touch $(PLAYABLE)

play: $(PLAYABLE)
	@$(BIN)/rulewright play burgundy

# The rulesets are checked, and their scenarios played, by tests/test_shipped_rulesets.py.
test: $(STAMP)
	@$(MAKE) --no-print-directory -j $(JOBS) types style bytecode
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow" --ignore tests/benchmarks

types: $(STAMP)
	$(BIN)/mypy

bytecode: $(STAMP)
	@$(BIN)/python -m compileall -q cli interpreter rulewright tests

style: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/yamllint --strict rulesets examples
	@if [ -x $(BIN)/biome ]; then $(BIN)/biome lint --error-on-warnings --skip=suspicious/noRedundantUseStrict $(PAGE); \
	else echo "JavaScript and CSS are not linted: there is no biome for this machine"; fi

test-long: $(STAMP)
	$(BIN)/python -m pytest -n $(JOBS) -m slow --ignore tests/benchmarks

# Without a browser these are skipped, with a line that says what is missing; RULEWRIGHT_BROWSER=1 makes that a failure.
test-table: $(STAMP)
	$(BIN)/python -m pytest -n $(JOBS) tests/test_table*.py --benchmark-disable

# make test-long then opens every file of every ruleset in it.
editor-server: $(STAMP)
	npm install --silent --no-fund --no-audit --prefix $(VENV)/editor yaml-language-server@1

# The README's first, an estate of Burgundy after 140 choices of two bots, needs no browser.
pictures: $(STAMP)
	@folder=$$(mktemp -d) && mkdir -p docs/pictures && \
	$(BIN)/rulewright play burgundy --quiet --seed 3 --set first_player=p1 --seat greedy --seat greedy \
		--save $$folder/game.jsonl >$$folder/said && \
	$(BIN)/rulewright draw burgundy --at $$folder/game.jsonl:140 --svg $$folder >>$$folder/said && \
	cp $$folder/estate-p1.svg docs/pictures/estate.svg && rm -r $$folder
	$(BIN)/python -m tools.pictures docs/pictures burgundy catan

# One process: parallel runs would disturb the measurement. Garbage is collected as it usually is.
bench: $(STAMP)
	$(BIN)/python -m pytest --noconftest --timeout 0 tests/benchmarks

clean:
	rm -rf $(VENV) build dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
