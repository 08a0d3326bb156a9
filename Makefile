# All targets use the virtual environment .venv and create or update it as needed: READY stands for what playing needs, TOOLS for the
# development tools, SCRIPTS for the checks of the JavaScript.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TOOLS := $(VENV)/tools
SCRIPTS := node_modules/.package-lock.json
# One more than there are processors, because tests also wait.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# Extras with which `make dist` installs the wheel, such as `fast` or `arena,fast`.
EXTRAS :=
# Tests start hundreds of processes, which would all compile the source without cached bytecode.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal
# Compile the kernels of strong bots once, before the test workers need them.
COMPILE := $(BIN)/python -c "from byways import game; from byways.bots import roster; roster.make_ready(game.all_games(), print)"

.PHONY: play quick test long coverage container check bench golden dist docs clean

play: $(READY)
	$(BIN)/byways

# pyproject.toml explains the marks. Folders that have them throughout and import slowly are not collected.
quick: $(TOOLS)
	$(COMPILE)
	$(PYTEST) --hypothesis-profile quick -m "not browser and not database and not slow and not long" \
		--ignore tests/table/browser --ignore tests/table/api/test_routes.py -p no:schemathesis

# All but the long tests. Ray uses all cores: its tests come last, in one process.
test: $(TOOLS)
	$(COMPILE)
	$(PYTEST) -m "not ray and not container and not site and not long"
	$(BIN)/pytest -m ray tests/arena/test_cluster_on_ray.py

# Crashes, outages, load, whole games in a browser, every command of the documentation.
long: $(TOOLS)
	$(COMPILE)
	$(PYTEST) -m "long and not container and not site"

# The tests of `make test`, with the branches of Python that ran, in all processes, and the lines of the browser scripts. It fails
# below the threshold in pyproject.toml, which only rises.
coverage: $(TOOLS)
	$(COMPILE)
	rm -rf .coverage
	mkdir -p .coverage/scripts
	BYWAYS_SCRIPT_COVERAGE="$(CURDIR)/.coverage/scripts" $(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal -m "not ray and not container and not site and not long"
	$(BIN)/coverage run -m pytest -m ray tests/arena/test_cluster_on_ray.py
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/python -m tools.script_coverage .coverage/scripts

# Builds the container image and plays in it. Needs root.
container: $(TOOLS)
	$(BIN)/pytest -m container tests/table/test_container.py

check: $(TOOLS) $(SCRIPTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node node_modules/typescript/bin/tsc --project tsconfig.worker.json
	$(BIN)/node node_modules/typescript/bin/tsc --project tsconfig.node.json
	$(BIN)/node node_modules/@biomejs/biome/bin/biome check --error-on-warnings

bench: $(TOOLS)
	$(BIN)/byways bench

# Build the wheel and the source archive, with the documentation, and test them in a new environment.
dist: $(TOOLS) docs
	$(BIN)/python -m tools.dist $(EXTRAS)

# Build the documentation site into site/, and look at it. A broken link, a page that no list mentions or a public name without a docstring
# is an error.
docs: $(TOOLS)
	$(BIN)/python -m tools.site site
	$(BIN)/pytest -m site tests/table/browser/test_browser_docs.py

# Regenerate the golden playthroughs and the examples after an intended change of rules; then read the difference.
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
	rm -rf $(VENV) node_modules site
