# Everything runs in the project's own virtual environment, which these targets make when it is missing or out of date:
# READY is what playing needs, TOOLS what working on Byways needs besides, SCRIPTS what checks the JavaScript.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TOOLS := $(VENV)/tools
SCRIPTS := node_modules/.package-lock.json
# One more than there are processors, for tests also wait.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# What `make dist` installs the wheel with, as in `fast` or `arena,fast`.
EXTRAS :=
# Tests start hundreds of processes: without bytecode each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal
# What strong bots use compiled: once, before every worker does it for itself.
COMPILE := $(BIN)/python -c "from byways import game; from byways.bots import roster; roster.make_ready(game.all_games(), print)"

.PHONY: play quick test check bench golden dist clean

play: $(READY)
	$(BIN)/byways

# The marks are explained in pyproject.toml. What has them throughout and takes long to load is not even collected.
quick: $(TOOLS)
	$(COMPILE)
	$(PYTEST) --hypothesis-profile quick -m "not browser and not database and not slow" \
		--ignore tests/table/browser --ignore tests/table/api/test_routes.py -p no:schemathesis

# Ray takes both cores and threads of its own: its tests come last, in one process.
test: $(TOOLS)
	$(COMPILE)
	$(PYTEST) -m "not ray"
	$(BIN)/pytest -m ray tests/arena/test_cluster.py

check: $(TOOLS) $(SCRIPTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node node_modules/typescript/bin/tsc --project tsconfig.worker.json
	$(BIN)/node node_modules/@biomejs/biome/bin/biome check --error-on-warnings

bench: $(TOOLS)
	$(BIN)/byways bench

# The wheel and the source archive, tried out in an environment of their own.
dist: $(TOOLS)
	$(BIN)/python -m tools.dist $(EXTRAS)

# Write the golden playthroughs and the examples anew, after a change of rules that is meant; then read the difference.
golden: $(TOOLS)
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tools.examples

$(READY): pyproject.toml package-lock.json hatch_build.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[fast]"
	touch $(READY)

$(TOOLS): $(READY)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev
	touch $(TOOLS)

# The tools include npm. It writes this file itself.
$(SCRIPTS): package-lock.json | $(TOOLS)
	$(BIN)/npm ci --ignore-scripts --no-audit --no-fund
	touch $(SCRIPTS)

clean:
	rm -rf $(VENV) node_modules
