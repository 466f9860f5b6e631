# make run    the table server, at the address it prints (sets itself up on a bare machine with Python 3.11 or newer)
# make play   a game in this terminal
# make test   every check, and every test but the long ones
# make test-all  every test, in random order, and how much of the package they cover
# make check  format, lint, types, import directions
# make screenshots  plays in a real browser and writes the pictures of the pages
# make bench  how fast engine and simulator are on this machine
# make bench-load  how many tables the server bears on this machine

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TSC := $(VENV)/node/node_modules/.bin/tsc

.PHONY: run play test test-all check bench bench-load format picture screenshots clean

run: $(VENV)/installed
	@$(BIN)/tacora serve --browse

play: $(VENV)/installed
	@$(BIN)/tacora play

# Browsers and screen readers wait a good deal: one process more than the two cores of a small machine.
PYTEST := -m pytest -n 3 --dist worksteal

test: check $(VENV)/browser
	$(BIN)/python $(PYTEST) -m 'not long'

# Rules and records are covered entirely; everything else at least as far as it is today.
RULES := */tacora/game.py,*/tacora/chance.py,*/tacora/diamant/*,*/tacora/mister_diamond/*,*/tacora/record/*
COVERED := 90

test-all: $(VENV)/installed-dev $(VENV)/typescript $(VENV)/browser
	@$(BIN)/coverage erase
	$(BIN)/coverage run $(PYTEST) --random-order
	@$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --include '$(RULES)' --fail-under 100
	$(BIN)/coverage report --omit '$(RULES)' --fail-under $(COVERED)

check: $(VENV)/installed-dev $(VENV)/typescript
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@test ! -x $(TSC) || { echo $(TSC); $(TSC) --project jsconfig.json; }

bench: $(VENV)/installed
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/kernel.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/pages.py

bench-load: $(VENV)/installed
	$(BIN)/python benchmarks/load.py

format: $(VENV)/installed-dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

picture: $(VENV)/installed
	$(BIN)/python docs/pictures/terminal.py
	LC_ALL=C.UTF-8 $(BIN)/tacora simulate --seats gems:10,gems:15,ev,hazards:2,random:0.5 --games 1000000 --seed 7 --plot docs/pictures/scores.png
	LC_ALL=C.UTF-8 $(BIN)/tacora sweep gems:1..40 --against gems:10,ev --players 3,5,8 --seed 1 --plot docs/pictures/gems.png
	LC_ALL=C.UTF-8 $(BIN)/tacora sweep forgetful:0..0.5..0.02 --edition ravensburger-1993 --against memory --players 2,4,8 --seed 1 --plot docs/pictures/memory.png

screenshots: $(VENV)/installed-dev $(VENV)/browser
	PYTHONPATH=. $(BIN)/python docs/pictures/screens.py
	PYTHONPATH=. $(BIN)/python docs/pictures/vision.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Tacora needs Python 3.11 or newer; say which with: make PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[study]'
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --requirement requirements-dev.txt
	@touch $@

# What has to come from elsewhere: without it, what needs it is skipped, and a line says so.

$(VENV)/typescript: $(VENV)/bin/python
	@command -v npm >/dev/null && npm install --silent --no-fund --no-audit --fetch-retries=1 --fetch-timeout=20000 \
		--prefix $(VENV)/node typescript@7.0.2 @guidepup/virtual-screen-reader@0.33.0 || \
		echo 'npm is not here or fetched nothing: the types of the pages are not checked, and no game is transcribed by ear.'
	@touch $@

$(VENV)/browser: $(VENV)/bin/python
	@command -v chromium chromium-browser google-chrome >/dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } || \
		echo 'No Chromium here: the pages are not tested in a browser.'
	@{ command -v orca && command -v Xvfb && command -v openbox && command -v xdotool && command -v dbus-daemon; } >/dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		orca xvfb at-spi2-core dbus-x11 openbox xdotool >/dev/null; } || \
		echo 'No Orca here: the pages are not tested with a screen reader.'
	@touch $@
