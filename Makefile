# Two commands for everybody: `make play` and `make test`. The rest is for daily work.
.PHONY: setup play test check bench

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3

setup: $(VENV)/ready-play

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready-play: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/ready-test: $(VENV)/ready-play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

$(VENV)/ready-peers: $(VENV)/ready-play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[peers]'
	@touch $@

play: setup
	$(BIN)/skipyard play

# Format, types, imports and the quick tests: under a minute.
check: $(VENV)/ready-test
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache | tail -n 3
	$(BIN)/pytest -n 2 -m 'not slow'

test: $(VENV)/ready-test
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -n 2

bench: $(VENV)/ready-peers
	$(BIN)/skipyard bench rules --peers
