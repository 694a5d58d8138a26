# Two commands for everybody: `make play` and `make test`. The rest is for daily work.
.PHONY: setup play web browser test static check bench screenshots readme-pictures

VENV := .venv
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
BIN := $(VENV)/bin

# The system's own Python if it is new enough and has venv: distributions build theirs with
# profile-guided optimisation, which makes it one and a half times as fast as most local builds.
PYTHON ?= $(shell for python in /usr/bin/python3 python3; do \
	$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& break; done; echo $$python)

setup: $(VENV)/ready-play

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready-play: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[terminal,server]'
	@touch $@

$(VENV)/ready-test: $(VENV)/ready-play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[terminal,server,test]'
	@touch $@

$(VENV)/ready-peers: $(VENV)/ready-play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[terminal,server,peers]'
	@touch $@

# The browser client, built again when its sources have changed.
CLIENT := skipyard/server/pages/static/app/manifest.json
CLIENT_SOURCES := $(shell find web -name node_modules -prune -o -type f -print)

web: $(CLIENT)

$(CLIENT): $(CLIENT_SOURCES) | $(BIN)/python
	@needs=$$($(BIN)/python web/build.py --needs); \
	test -z "$$needs" || $(BIN)/python -m pip install --quiet --disable-pip-version-check $$needs
	$(BIN)/python web/build.py
	@touch $@

# Rules and bots, compiled into the cache; again when their sources have changed.
$(VENV)/ready-rules: $(VENV)/ready-play $(shell find skipyard -name '*.py')
	@echo "Compiling rules and bots, which takes a few minutes, once:"
	@$(BIN)/python -m skipyard.server.workers.compiling | sed 's/$$/ is ready/'
	@touch $@

play: setup web $(VENV)/ready-rules
	$(BIN)/skipyard open

# Pictures of every page, for people to look at.
screenshots: $(VENV)/ready-test web
	$(BIN)/python tests/screenshots.py build/screenshots

# The pictures of the README.
readme-pictures: $(VENV)/ready-test web
	$(BIN)/python tests/readme_pictures.py

# Workers take neighbouring tests, which share games, servers and browsers; idle workers steal.
PYTEST := $(BIN)/pytest -n 2 --dist worksteal

# Format, types and imports.
static: $(VENV)/ready-test
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache | tail -n 3

# All of that and the quick tests: under a minute. Files whose tests add up to minutes say so by their
# marker `long_file`; daily work leaves them to `make test`.
check: static
	$(PYTEST) -m 'not slow and not long_file'

# Browser tests use Debian's Chromium; without it they are skipped, and say so.
browser:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
		|| echo "There is no chromium here, and it cannot be installed: browser tests are left out."

# Compile the rules on all cores before the tests need them, while the static checks run.
test: $(VENV)/ready-play web browser
	@$(MAKE) --no-print-directory --jobs 2 static $(VENV)/ready-rules
	$(PYTEST) -m 'not few'

bench: $(VENV)/ready-peers
	$(BIN)/skipyard bench rules --peers
