# Everything a developer runs. Needs python3 (3.11 or later) and make; the first target that needs
# packages sets up .venv from the hash-pinned lock files (tools/setup.sh).

.DEFAULT_GOAL := default
.PHONY: default start test test-all check fmt bench docs help
.NOTPARALLEL:

PYTHON  ?= python3
WORKERS ?= auto
BIN     := .venv/bin
CODE    := $(wildcard src tests bench)

export PYTHON

default: check test

start: .venv/ready-run ## Set up and show Holdfast at work, in under a minute
	@$(BIN)/holdfast demo

test: .venv/ready-dev ## Run the fast tests (under 5 minutes on 2 cores)
	@$(BIN)/python -m pytest -q -n $(WORKERS)

test-all: .venv/ready-dev ## Run every test: slow ones, attacks, more random examples
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m "" --hypothesis-profile=thorough --durations=10

check: .venv/ready-dev ## Check format, lint, types, import rules and generated files
	$(call step,format,$(BIN)/ruff format --check $(CODE))
	$(call step,lint,$(BIN)/ruff check $(CODE))
	$(call step,types,$(BIN)/mypy $(CODE))
	$(call step,import rules,$(BIN)/lint-imports --no-logo)
	$(call step,generated files,$(BIN)/python -m holdfast.adapters.storage.compiler --check)

fmt: .venv/ready-dev ## Format the code, fix what can be fixed, write generated files again
	@$(BIN)/ruff check --quiet --fix-only $(CODE)
	@$(BIN)/ruff format --quiet $(CODE)
	@$(BIN)/python -m holdfast.adapters.storage.compiler

bench: .venv/ready-dev ## Measure speed and write docs/benchmarks.md
	@$(BIN)/python -m bench

docs: .venv/ready-dev ## Check the papers: links, tables, and every code block by running it
	@$(BIN)/python -m pytest -q tests/house tests/docs
	@echo "The papers are README.md, ARCHITECTURE.md, CONTRIBUTING.md and docs/."

help: ## List the targets
	@echo "make             check, then test"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | \
	  while IFS="$$(printf '\t')" read -r name says; do printf 'make %-11s %s\n' "$$name" "$$says"; done

.venv/ready-run: requirements.lock requirements-build.lock pyproject.toml tools/setup.sh
	@tools/setup.sh run

.venv/ready-dev: requirements-dev.lock pyproject.toml tools/setup.sh
	@tools/setup.sh dev

# One line per step; the output of a step is shown only when it fails.
define step
@printf '%-16s' '$(1)'; \
if output=$$($(2) 2>&1); then echo ok; else echo FAILED; printf '%s\n' "$$output"; exit 1; fi
endef
