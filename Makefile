# Everything a newcomer needs: `make play`, `make test`. Each target does its own set-up.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY_READY := $(VENV)/ready-to-play
WORK_READY := $(VENV)/ready-to-work
CODE := src tests bench
EXTRAS := test,check,arena,ray,solve

# uv where it is there, pip where it is not.
ifneq ($(shell command -v uv 2>/dev/null),)
MAKE_VENV = uv venv --quiet --allow-existing --python $(PYTHON) $(VENV)
INSTALL = uv pip install --quiet --python $(BIN)/python
else
MAKE_VENV = $(PYTHON) -m venv $(VENV)
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

.PHONY: help play test check format bench agree mutate clean

help: ## what can be done here
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

play: $(PLAY_READY) ## play a game of Skull
	@$(BIN)/calavera play

test: $(WORK_READY) ## every test, on all cores
	@$(BIN)/python -m pytest -n auto

check: $(WORK_READY) ## style, types and import layers
	@$(BIN)/ruff format --check --quiet $(CODE)
	@$(BIN)/ruff check --quiet --output-format concise $(CODE)
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports --no-cache

format: $(WORK_READY) ## put the code in order
	@$(BIN)/ruff format --quiet $(CODE)
	@$(BIN)/ruff check --quiet --fix --output-format concise $(CODE)
	@$(BIN)/ruff format --quiet $(CODE)

bench: $(WORK_READY) ## speed, as ratios to a reference in the same run
	@$(BIN)/python -m bench

agree: $(WORK_READY) ## 100,000 games in the simulator and in the rules (long)
	@$(BIN)/python -m tests.arena.agreement

mutate: $(PLAY_READY) ## mutation testing of the rules (half an hour)
	@$(MAKE) --no-print-directory VENV=.venv-mutate EXTRAS=test,mutate .venv-mutate/ready-to-work
	@.venv-mutate/bin/mutmut run
	@.venv-mutate/bin/mutmut results

clean: ## remove what was installed and made
	@rm -rf $(VENV) .venv-mutate dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Calavera needs Python 3.11 or newer; choose one with: make PYTHON=python3.11 …"; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(MAKE_VENV)

$(PLAY_READY): $(BIN)/python pyproject.toml
	@echo "Installing Calavera into $(VENV) …"
	@$(INSTALL) -e .
	@touch $@

$(WORK_READY): $(PLAY_READY)
	@echo "Installing the tools for tests and checks …"
	@$(INSTALL) -e '.[$(EXTRAS)]'
	@touch $@
