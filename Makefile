# Everything a contributor runs. `make test` is what CI runs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

JOBS ?= 2
SEED ?=
ARGS ?=
PYTEST := $(BIN)/pytest$(if $(SEED), --hypothesis-seed=$(SEED))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help gate test lint bench format clean

help: ## Show this help
	@sed -n 's/^\([a-z]*\): .*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	    while IFS='|' read -r target text; do printf '%-14s %s\n' "$$target" "$$text"; done

gate: $(STAMP) ## Prove the model, hold an engine against it: make gate ARGS="PROFILE --json"
	@$(BIN)/tenure prove >&2
	@$(BIN)/tenure gate $(ARGS)

test: lint ## Run every check and test: make test SEED=123 JOBS=4
	$(PYTEST) -n $(JOBS) --dist worksteal -m "not packaging" --benchmark-disable
	$(PYTEST) -m packaging

lint: $(STAMP) ## Check style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright & pyright=$$!; $(BIN)/mypy -p tenure && $(BIN)/mypy tests && wait $$pyright
	$(BIN)/lint-imports --no-cache

bench: $(STAMP) ## Run the benchmarks: make bench ARGS="-k prove"
	$(PYTEST) tests/benchmarks --benchmark-only $(ARGS)

format: $(STAMP) ## Format the code, and fix what can be fixed
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

clean: ## Remove builds and caches; the environment in .venv stays
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks
	rm -rf htmlcov .coverage .coverage.*
	find . -name $(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# A .venv that is there and works is brought up to date; one that does not work is made again.
$(STAMP): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || \
	    { echo "Python 3.11 or newer is needed, and there is no $(PYTHON): say make PYTHON=/path/to/python3." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed, and $(PYTHON) is older: say make PYTHON=python3.11." >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	    { echo "$(PYTHON) has no venv module: install it (on Debian and Ubuntu, the package python3-venv)." >&2; exit 2; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing tenure and its tools into $(VENV); the first time, this takes a few minutes." >&2
	@$(PIP) setuptools
	@$(PIP) --no-build-isolation --editable '.[dev]'
	@touch $@
