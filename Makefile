# Every target installs what it needs, so a fresh clone can start with any of them.
# Prerequisites: make, and Python 3.11 or newer with venv and pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# --no-compile: modules that are never imported need not be compiled.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --requirement
# Markers: what is needed to play is installed; the tools for developers are installed too.
PLAYABLE := $(VENV)/.playable
COMPLETE := $(VENV)/.complete

# The minor version of an interpreter, such as 3.11; empty when it does not run.
minor = $(shell $(1) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)

# An environment that is broken, or made by another Python, is remade.
ifneq ($(call minor,$(BIN)/python),$(or $(call minor,$(PYTHON)),missing))
REBUILD := rebuild
endif

# Keep compiled modules: tests start many processes, and each would compile them again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test test-fast prove check bench soak lock rebuild

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(COMPLETE)  ## create .venv and install the pinned requirements

run: $(PLAYABLE)  ## start the bot: in Discord with a token in .env, else in the browser
	@$(BIN)/python -m bot

PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

# Processes killed at every step, whole games in a browser, simulated seasons, every state of a game
# in every language: a few tests that take nearly as long as all the others.
PROOFS := $(addprefix tests/,bot/proof browser tools) \
	tests/bot/discord/pages/test_every_state.py tests/bot/discord/failing/test_longest_inputs.py

test: $(COMPLETE)  ## run the tests, but for the long proofs
	@$(PYTEST) $(addprefix --ignore=,$(PROOFS))

prove: $(COMPLETE)  ## run the long proofs
	@$(PYTEST) $(PROOFS)

# What most changes break, in less than a minute. The rest is in the folders that are left out.
FAST := $(addprefix tests/engine/,castle carcassonne castellan tiles) \
	$(addprefix tests/bot/,match locale store) tests/render/test_goldens.py \
	$(addprefix tests/test_,layout.py operating.py repository.py)

test-fast: $(COMPLETE)  ## run a quick part of the tests
	@$(PYTEST) \
	  --ignore-glob='*/test_oracle.py' --ignore-glob='*/test_perft.py' $(FAST)

check: $(COMPLETE)  ## lint, formatting, types, import contracts, repository rules
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m pytest tests/test_repository.py

bench: $(COMPLETE)  ## measure speed and memory
	@$(BIN)/python -m tools.bench

soak: $(COMPLETE)  ## play a simulated year of 500 games in which everything goes wrong
	@$(BIN)/python -m tools.soak

# The environment is rebuilt when the requirements change, so that nothing is left over in it.
$(PLAYABLE): requirements-playground.txt $(REBUILD)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	@echo 'Installing what is needed to play into $(VENV) ...'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(INSTALL) requirements-playground.txt
	@touch $@

$(COMPLETE): requirements-dev.txt $(PLAYABLE)
	@echo 'Installing the tools for developers into $(VENV) ...'
	@$(INSTALL) requirements-dev.txt
	@touch $@

# Pins what pyproject.toml asks for, for every platform and Python from 3.11 on. A pin that still
# fits is kept: `make lock LOCK=--upgrade` moves all of them, `LOCK='--upgrade-package NAME'` one.
UV := .venv-lock/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command 'make lock' $(LOCK) pyproject.toml

lock:  ## pin the requirements again
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.8
	@$(UV) --output-file requirements.txt
	@$(UV) --output-file requirements-playground.txt --extra playground --constraint requirements.txt
	@$(UV) --output-file requirements-dev.txt --all-extras --constraint requirements-playground.txt
