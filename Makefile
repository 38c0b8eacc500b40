# The two commands that matter: `make play` and `make test`. Both set up all they need in .venv.

SHELL := bash
# Python starts faster where it may keep what it has compiled.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKED := install --require-hashes --requirement
PYTEST := $(BIN)/python -m pytest
CORES := $(shell getconf _NPROCESSORS_ONLN)
# Two for each core, since tests also wait for servers and browsers.
WORKERS ?= $(shell echo $$((2 * $(CORES))))
PARALLEL := -n $(WORKERS)

TYPED := $(shell find src -name '*.pxd')
COMPILED_SOURCES := $(TYPED) $(TYPED:.pxd=.py) $(shell find src -name layout.py)
GAMES := $(filter-out __pycache__,$(notdir $(patsubst %/,%,$(wildcard src/zoobox/games/*/))))
RULES_TESTS := $(wildcard tests/kernel $(addprefix tests/,$(GAMES)))

.DEFAULT_GOAL := help
.PHONY: help play test test-long test-libraries lint build lock sbom dist stubs screenshots docs bench clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

play: $(VENV)/.play compiled-if-possible ## open the lobby in a browser; `make play IN=terminal` stays in the terminal
	$(BIN)/zoobox $(if $(filter terminal,$(IN)),play,serve --open --log-level warning)

# Interpreted first, so that what is printed last is the summary of the whole suite; types are checked meanwhile.
test: installed-and-built system ## all checks and all tests, in both speeds
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint interpreted
	$(PYTEST) $(PARALLEL) --durations=15

# Branches are traced where tests name a rule: tracing everything would take longer than all tests, and so does one run
# of both. These tests wait for nothing, so that one worker for each core is enough.
INTERPRETED := ZOOBOX_INTERPRETED=1 $(PYTEST) -n $(CORES) $(RULES_TESTS)
.PHONY: interpreted
interpreted:
	$(INTERPRETED) -m 'rule and not long' --cov
	$(INTERPRETED) -m 'not rule and not long'

test-long: $(VENV)/.all $(VENV)/.built $(VENV)/.site system ## the slow tests: long simulations, tests of strength
	@. ./.ci/packages; need chromium chromium chromium-browser google-chrome; need firefox-esr firefox-esr firefox; need npm npm
	$(PYTEST) $(PARALLEL) -m long
	$(MAKE) --no-print-directory test-libraries
	ZOOBOX_EXAMPLES=40 $(PYTEST) $(PARALLEL) $(wildcard $(addsuffix /test_conformance.py,$(RULES_TESTS)))

test-libraries: $(VENV)-libraries/.installed $(VENV)/.built ## the programs of others that learn: several gigabytes
	PYTHONPATH=src $(VENV)-libraries/bin/python -m pytest -m long tests/libraries tests/arena/test_training.py

$(VENV)-libraries/.installed: requirements/libraries.txt
	$(PYTHON) -m venv $(VENV)-libraries
	$(VENV)-libraries/bin/python -m pip --disable-pip-version-check --quiet $(LOCKED) requirements/libraries.txt
	touch $@

lint: $(VENV)/.all ## style, types, and who may import whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

lock: $(VENV)/.all ## renew requirements/: the versions and hashes that `make play` and `make test` install
	$(BIN)/python requirements/lock.py --upgrade

sbom: ## what a server installs, as a software bill of materials (CycloneDX) in dist/
	$(PYTHON) requirements/sbom.py dist/zoobox.cdx.json

dist: $(VENV)/.all ## a source distribution and a wheel of this machine, in dist/
	rm -rf dist
	$(BIN)/python -m build --quiet
	$(BIN)/python -m twine check --strict dist/*

stubs: $(VENV)/.python ## what compiled modules show to Python, for type checkers, in build/stubs; a wheel has them
	$(BIN)/python stubs.py

screenshots: $(VENV)/.all $(VENV)/.built system ## the pictures of docs/pictures; `make screenshots GAME=new-york-zoo` makes those of one game
	$(BIN)/python docs/pictures/make.py $(GAME)

docs: $(VENV)/.all $(VENV)/.built $(VENV)/.site ## the documentation site in site/, with the static edition in site/play/
	@. ./.ci/packages; need npm npm
	$(BIN)/python -m mkdocs build --strict --site-dir site
	$(BIN)/zoobox site site/play

build: $(VENV)/.built ## compile the rules and the search

bench: $(VENV)/.all $(VENV)/.built ## decisions, playouts and copies per second, and our peers'
	$(BIN)/zoobox bench
	$(BIN)/python benchmarks/peers.py

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache src/*.egg-info
	find src -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Zoobox needs Python 3.11 or newer.")'
	$(PYTHON) -m venv $(VENV) || { . ./.ci/packages; install_packages python3-venv; $(PYTHON) -m venv $(VENV); }
	$(PIP) $(LOCKED) requirements/build.txt
	touch $@

# People can play without a compiler; tests cannot.
.PHONY: compiled-if-possible
compiled-if-possible: | $(VENV)/.python
	@$(MAKE) --question $(VENV)/.built 2> /dev/null || { echo 'Compiling the rules; this takes a minute or two.'; \
	$(MAKE) --no-print-directory $(VENV)/.built > $(VENV)/build.log 2>&1; } || \
	echo 'The rules run interpreted, which is slower: they could not be compiled ($(VENV)/build.log says why).'

# A module that does not compile is left out when people install the package; here it is a failure.
$(VENV)/.built: setup.py $(COMPILED_SOURCES) | $(VENV)/.python
	ZOOBOX_MUST_COMPILE=1 $(BIN)/python setup.py --quiet build_ext --inplace
	PYTHONPATH=src $(BIN)/python -c 'import zoobox; assert zoobox.speed.mode() == "compiled", "the rules run interpreted"'
	touch $@

$(VENV)/.play: pyproject.toml requirements/play.txt | $(VENV)/.python
	$(PIP) $(LOCKED) requirements/play.txt
	ZOOBOX_BUILT=1 $(PIP) install --no-build-isolation --no-deps --editable .
	touch $@

# Both at once: one core is enough to install.
.PHONY: installed-and-built
installed-and-built: | $(VENV)/.python
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/.built $(VENV)/.all

$(VENV)/.all: pyproject.toml requirements/all.txt | $(VENV)/.python
	$(PIP) $(LOCKED) requirements/all.txt --no-compile
	ZOOBOX_BUILT=1 $(PIP) install --no-build-isolation --no-deps --editable .
	touch $@ $(VENV)/.play

$(VENV)/.site: requirements/site.txt | $(VENV)/.all
	$(PIP) $(LOCKED) requirements/site.txt
	touch $@

.PHONY: system
system: # a browser and a database server, where the tests use them and the machine lacks them
	@. ./.ci/packages; \
	if grep -rqs playwright tests; then need chromium-headless-shell chromium-headless-shell || \
	need chromium chromium chromium-browser google-chrome; fi; \
	if grep -rqs 'npm install\|"npm"' tests; then need npm npm; fi; \
	if grep -rqsi postgresql tests; then compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || install_packages postgresql; fi
