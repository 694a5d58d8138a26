# Two commands for everybody: `make play` and `make test`. The rest is for daily work.
.PHONY: setup ready-to-play play play-lan web web-if-possible browser chromium firefox firefox-esr \
	proxies nginx caddy mmdebstrap lock static compiled client-tests \
	check test test-rest test-all fresh bench screenshots readme-pictures docs terminal-pictures

VENV := .venv
SHELL := /bin/bash
BIN := $(VENV)/bin

# The system's own Python if it is new enough and has venv: distributions build theirs with
# profile-guided optimisation, which makes it one and a half times as fast as most local builds.
PYTHON ?= $(shell for python in /usr/bin/python3 python3; do \
	$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& break; done; echo $$python)
# One worker more than there are cores: many tests wait for servers and browsers.
JOBS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# A step shows its progress: what it does, its usual seconds, and what to do if it fails.
STEP := $(PYTHON) tools/step.py
NO_NETWORK := "Is there a network? Nothing is lost: the same command goes on from here."
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

setup: $(VENV)/ready-play

$(VENV)/made:
	@$(STEP) "Making a Python environment" 4 "Install Python 3.11 or later with venv (Debian: \
	apt install python3-venv)." -- $(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/ready-play: pyproject.toml constraints.txt | $(VENV)/made
	@$(STEP) "Installing packages" 15 $(NO_NETWORK) -- $(PIP) -e '.[server]'
	@touch $@

$(VENV)/ready-test: $(VENV)/ready-play
	@$(STEP) "Installing packages for tests" 20 $(NO_NETWORK) -- $(PIP) -e '.[server,test]'
	@touch $@

$(VENV)/ready-test-all: $(VENV)/ready-test
	@$(STEP) "Installing packages for all tests" 90 $(NO_NETWORK) -- $(PIP) -e '.[server,test-all]'
	@touch $@

$(VENV)/ready-peers: $(VENV)/ready-play
	@$(STEP) "Installing other engines" 60 $(NO_NETWORK) -- $(PIP) -e '.[server,peers]'
	@touch $@

$(VENV)/ready-docs: $(VENV)/ready-play
	@$(STEP) "Installing the site's generator" 15 $(NO_NETWORK) -- $(PIP) -e '.[server,docs]'
	@touch $@

# The browser client, built again when its sources have changed.
CLIENT := skipyard/server/pages/static/app/manifest.json
CLIENT_SOURCES := $(shell find web -name node_modules -prune -o -type f -print)

web: $(CLIENT)

$(CLIENT): $(CLIENT_SOURCES) | $(VENV)/made
	@needs=$$($(BIN)/python web/build.py --needs); test -z "$$needs" || \
		$(STEP) "Installing Node" 15 $(NO_NETWORK) -- $(BIN)/python -m pip install --quiet \
		--disable-pip-version-check $$needs
	@$(STEP) "Building the browser client" 8 "Games can be played in the terminal without it: \
	$(BIN)/skipyard play" -- $(BIN)/python web/build.py
	@touch $@

# The client's own tests, again when its sources have changed.
CLIENT_TESTED := web/node_modules/tested

client-tests: $(CLIENT_TESTED)

$(CLIENT_TESTED): $(CLIENT)
	@$(STEP) "Testing the browser client" 5 "" -- $(BIN)/python web/build.py --test
	@touch $@

web-if-possible:
	@$(MAKE) --no-print-directory web || echo "Going on without the browser client."

# Packages and client at the same time, then the browser; rules are compiled while people play.
ready-to-play: $(VENV)/made
	@$(MAKE) --no-print-directory --jobs 2 setup web-if-possible

play: ready-to-play
	@SKIPYARD_LAN_COMMAND="make play-lan" $(BIN)/skipyard open

# The same for friends in the same network; it prints an address and a QR code for their phones.
play-lan: ready-to-play
	@SKIPYARD_LAN_COMMAND="make play-lan" $(BIN)/skipyard open --lan

# Pictures of every page, for people to look at.
screenshots: $(VENV)/ready-test web
	$(BIN)/python tests/screenshots.py build/screenshots

# The pictures of the README.
readme-pictures: $(VENV)/ready-test web
	$(BIN)/python tests/readme_pictures.py

# The documentation as a site that can be read offline; Mermaid draws its diagrams, so it wants npm.
docs: $(VENV)/ready-docs
	@needs=$$($(BIN)/python web/build.py --needs); test -z "$$needs" || \
		$(STEP) "Installing Node" 15 $(NO_NETWORK) -- $(BIN)/python -m pip install --quiet \
		--disable-pip-version-check $$needs
	@$(BIN)/python docs/site/build.py

# The pictures of the full-screen client in docs/terminal.md.
terminal-pictures: $(VENV)/ready-test
	$(BIN)/python tests/terminal_pictures.py

# Workers take neighbouring tests, which share games, servers and browsers; idle workers steal.
# `.ci/run` adds options: a test that fails is run once more, and such tests are listed at the end.
PYTEST := $(BIN)/pytest -n $(JOBS) --dist worksteal $(PYTEST_OPTIONS)
unexport PYTHONDONTWRITEBYTECODE # pytest would rewrite its asserts in every worker of every run

# Packages of the server with their hashes, for the container; after a change of constraints.txt.
lock: $(VENV)/ready-play
	$(BIN)/python tools/lock.py

# Format, types and imports.
static: $(VENV)/ready-test
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache | tail -n 3

# Rules and bots, compiled into the cache; only what its sources' changes make necessary.
compiled: $(VENV)/ready-test
	@$(BIN)/skipyard compile

# For daily work: static checks, and the short tests of what changed since the last commit.
check: $(VENV)/ready-test
	@$(MAKE) --no-print-directory --jobs 2 static compiled
	$(PYTEST) --changed

# Browser tests use Debian's browsers; without them they are skipped, and say so.
browser: chromium
firefox: firefox-esr
# Whole games go through these proxies, and a container's steps run in a clean Debian.
proxies: nginx caddy mmdebstrap

chromium firefox-esr nginx caddy mmdebstrap:
	@command -v $@ >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& $(STEP) "Installing $@" 20 "" -- \
		tools/install.sh $@; } \
		|| echo "There is no $@ here, and it cannot be installed: its tests are left out."

# What protects against everyday mistakes.
test: $(VENV)/made
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/ready-test web browser
	@$(MAKE) --no-print-directory --jobs 2 static compiled client-tests
	$(PYTEST)

# What `make test` leaves out: full sizes, proofs, kills, PostgreSQL, wheels, GPU code, training.
test-rest: $(VENV)/ready-test-all web browser firefox proxies compiled
	$(PYTEST) --depth rest
	FRESH_SLACK=$${FRESH_SLACK:-3} tests/fresh.sh --no-tests

# Everything there is.
test-all: test test-rest

# Time everything that a newcomer does, in a fresh clone.
fresh:
	tests/fresh.sh

bench: $(VENV)/ready-peers
	$(BIN)/skipyard bench rules --peers
