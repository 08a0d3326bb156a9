# Everything runs in the project's own virtual environment, which these targets make when it is missing or out of date.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
WORKERS ?= 2

.PHONY: play test check bench golden clean

play: $(READY)
	$(BIN)/byways

test: $(READY)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/byways bench

# Write the golden playthroughs and the examples anew, after a change of rules that is meant; then read the difference.
golden: $(READY)
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tools.examples

$(READY): pyproject.toml package-lock.json hatch_build.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $(READY)

clean:
	rm -rf $(VENV)
