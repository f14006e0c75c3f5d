# Two commands do everything: `make run` and `make test`. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One more than there are cores, because tests of programs and pages often wait.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PARALLEL = -n $(WORKERS) --dist worksteal
# Most of what is installed is never imported, and what is gets its bytecode then.
INSTALL := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile
# The same files on every machine: pip compares their hashes.
INSTALL_PINNED := $(INSTALL) --constraint constraints.txt
# The package's own requirements and those of the web extra, quoted for the shell.
REQUIREMENTS = $(shell $(PYTHON) -c 'import shlex, tomllib; \
	project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(shlex.join(project["dependencies"] + project["optional-dependencies"]["web"]))')
COMPILE := FIFTHSTREET_QUICK=1 $(BIN)/python setup.py --quiet build_ext --inplace
# A wheel in dist/ that was built from the same sources is used instead of compiling.
USE_WHEEL := $(BIN)/python -m tools.use_wheel
# Tests start hundreds of programs, each of which would otherwise compile the package again.
unexport PYTHONDONTWRITEBYTECODE

# The documentation, which wheels contain if it is there.
SITE := src/fifthstreet/web/site

# What the compiled parts are made from: a change rebuilds them, anything else does not.
BUILD_INPUTS := $(wildcard native/*/*) \
	$(wildcard src/fifthstreet/solvers/postflop/backends/cuda/*.hpp) \
	$(wildcard src/fifthstreet/solvers/blueprint/cuda/*.hpp) src/fifthstreet/cards/card.py \
	$(wildcard src/fifthstreet/game/*.py src/fifthstreet/game/phases/*.py) \
	$(wildcard src/fifthstreet/game/notation/*.py src/fifthstreet/game/notation/readers/*.py) \
	$(wildcard src/fifthstreet/tree/translate/*.py) src/fifthstreet/support/seeded_random.py \
	src/fifthstreet/arena/answering.py src/fifthstreet/arena/hand.py \
	src/fifthstreet/arena/seeds.py \
	tools/compiled_docs.py

CPP_SOURCES := $(wildcard native/*/*) \
	$(wildcard src/fifthstreet/solvers/postflop/backends/cuda/*.cu*) \
	$(wildcard src/fifthstreet/solvers/postflop/backends/cuda/*.hpp) \
	$(wildcard src/fifthstreet/solvers/blueprint/cuda/*.cu) \
	$(wildcard src/fifthstreet/solvers/blueprint/cuda/*.hpp) $(wildcard tools/*.cpp)

# The linter of the page's JavaScript; without npm, or if it cannot be installed, a line says so.
BIOME_VERSION := 2.6.7
BIOME := $(BIN)/python -m tools.biome $(BIOME_VERSION)

.PHONY: help run demo docs build check test test-slow test-faults test-gpu sanitize fuzz coverage mutants bench lint types \
	style quick wheel mingw offline format pins clean

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build/default.solution ## set up, solve a flop, print the solution, then show it in the browser
	$(BIN)/fifthstreet web build/default.solution

# Needs the native core alone, and what is compiled already: the rules engine runs interpreted until
# `make build` or `make test` has compiled it.
build/default.solution: $(if $(wildcard $(VENV)/built),$(VENV)/built,$(VENV)/core) examples/default.toml
	$(BIN)/fifthstreet solve examples/default.toml --save $@

build: $(VENV)/built ## set up and compile everything

demo: $(VENV)/built ## set up, solve a flop and print the solution
	$(BIN)/fifthstreet solve examples/default.toml

docs: $(VENV)/built $(VENV)/tools ## build the documentation; `fifthstreet docs` opens it
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --jobs auto \
		--doctree-dir build/doctrees docs $(SITE)
	rm -f $(SITE)/objects.inv $(SITE)/.buildinfo
	@echo "built: $(BIN)/fifthstreet docs"

test: $(VENV)/installed ## set up, then check and test everything but the slow proofs
	$(MAKE) --jobs=2 --output-sync $(VENV)/built types style $(VENV)/browser
	$(BIN)/python -m pytest $(PARALLEL) --timeout 900 --junit-xml build/tests.xml
	FIFTHSTREET_INTERPRETED=1 $(BIN)/python -m pytest $(PARALLEL) -k "not quickly" \
		tests/cards/test_card.py tests/game --ignore=tests/game/notation \
		tests/game/notation/test_actions.py tests/game/notation/test_replay.py tests/tree/translate

check: $(VENV)/built ## lint, and quick tests that start no program, server or browser: for every day
	$(MAKE) style
	$(MAKE) --jobs=2 types quick

quick: $(VENV)/tools
	$(BIN)/python -m pytest $(PARALLEL) --timeout 300 --junit-xml build/check.xml \
		-m "not slow and not gpu and not program and not long"

test-slow: $(VENV)/built $(VENV)/tools $(VENV)/browser ## the long proofs, and all random examples (minutes)
	FIFTHSTREET_THOROUGH=1 $(BIN)/python -m pytest -m "slow and not gpu"
	FIFTHSTREET_THOROUGH=1 $(BIN)/python -m pytest $(PARALLEL) \
		-m "hypothesis and not slow and not gpu"

test-faults: $(VENV)/built $(VENV)/tools ## the long fault campaign: kills, damage, disks (an hour)
	$(BIN)/python -m pytest $(PARALLEL) -m "not gpu" tests/faults
	FIFTHSTREET_THOROUGH=1 $(BIN)/python -m pytest $(PARALLEL) \
		tests/faults/test_interrupted_stores.py tests/faults/test_second_interrupts.py

test-gpu: ## the contract of backends on a GPU, with the Python that has CuPy
	$(PYTHON) -m pytest -m gpu tests/conformance tests/solvers/search tests/solvers/postflop/backends/cuda \
		tests/solvers/blueprint/cuda \
		tests/faults/test_threads.py

sanitize: $(VENV)/built $(VENV)/tools ## the core under address, undefined and thread sanitizers
	$(BIN)/python -m tools.sanitize address $(PARALLEL)
	$(BIN)/python -m tools.sanitize thread

# Seconds for all targets together. Where Atheris cannot be installed, a line says so.
fuzz: SECONDS ?= 600
fuzz: $(VENV)/built $(VENV)/tools ## fuzz readers and the core: make fuzz SECONDS=600
	@$(INSTALL_PINNED) --only-binary :all: --group fuzz 2> /dev/null || true
	$(BIN)/python -m fuzz --seconds $(SECONDS) $(TARGETS)

coverage: $(VENV)/built $(VENV)/tools ## branches that the tests run, into docs/lab_notes/coverage.md
	$(INSTALL_PINNED) --group measure
	$(BIN)/python -m tools.measure_coverage python native

mutants: SECONDS ?= 1800
mutants: $(VENV)/built $(VENV)/tools ## small changes that no test notices: make mutants GROUPS=money
	$(INSTALL_PINNED) --group mutants
	$(BIN)/python -m tools.measure_mutants --seconds $(SECONDS) $(GROUPS)

lint: style types

types: $(VENV)/tools
	$(BIN)/mypy

style: $(VENV)/tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(CPP_SOURCES)
	$(BIN)/codespell src docs tests fuzz native tools benchmarks examples *.md
	$(BIN)/python -m tools.check_words
	$(BIOME) ci --error-on-warnings

bench: $(VENV)/optimized $(VENV)/tools ## ratios against peers, as a table and as JSON
	$(BIN)/python -m benchmarks

format: $(VENV)/tools ## put the sources in order
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CPP_SOURCES)
	$(BIOME) check --write

wheel: $(VENV)/tools ## a wheel that needs no compiler, and the source distribution, in dist/
	$(BIN)/python -m tools.make_wheel

mingw: ## compile the core for Windows with MinGW-w64, without Python
	$(PYTHON) -m tools.cross_compile

offline: ## build the native core in place without network: NANOBIND_DIR=... make offline
	FIFTHSTREET_MYPYC=$(or $(FIFTHSTREET_MYPYC),0) $(PYTHON) setup.py build_ext --inplace

pins: $(VENV)/created ## pin every dependency with its hashes in constraints.txt; UPGRADE=name
	$(INSTALL) uv
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
		--generate-hashes --no-annotate --custom-compile-command "make pins" \
		--extra web --group setup --group dev --group measure --group fuzz --group mutants --group docs --group release \
		$(foreach name,$(UPGRADE),--upgrade-package $(name)) --output-file constraints.txt

clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist src/*.egg-info $(SITE)
	find src -name '*.so' -delete

# Older releases of pip do not take hashes from constraints.
$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	sed -n '/^pip==/,/[^\\]$$/p' constraints.txt > $(VENV)/pip.txt
	$(INSTALL) --requirement $(VENV)/pip.txt
	touch $@

# What compiling the native core needs.
$(VENV)/setup: $(VENV)/created pyproject.toml constraints.txt
	$(INSTALL_PINNED) setuptools nanobind
	touch $@

# Built without isolation so that a rebuild finds the same tools and starts at once.
$(VENV)/installed: $(VENV)/setup setup.py
	$(INSTALL_PINNED) $(REQUIREMENTS)
	FIFTHSTREET_COMPILE=0 $(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

# The native core alone. Requirements are installed while it compiles.
$(VENV)/core: $(VENV)/setup $(BUILD_INPUTS) setup.py
	@if $(USE_WHEEL); then \
		$(MAKE) --no-print-directory $(VENV)/installed && touch $(VENV)/built; \
	else \
		FIFTHSTREET_MYPYC=0 $(COMPILE) & compiling=$$!; \
		$(MAKE) --no-print-directory $(VENV)/installed; installed=$$?; \
		wait $$compiling && exit $$installed; \
	fi
	touch $@

# Compiles in place, and later only what has changed. Kernels are as in wheels; bindings and modules
# of mypyc are optimized less, which compiles sooner.
$(VENV)/built: $(VENV)/installed $(BUILD_INPUTS)
	$(INSTALL_PINNED) --group setup
	$(USE_WHEEL) || $(COMPILE)
	touch $(VENV)/core $@

# Everything as in wheels.
$(VENV)/optimized: $(VENV)/built
	$(BIN)/python setup.py --quiet build_ext --inplace --force
	touch $@

$(VENV)/tools: $(VENV)/installed
	$(INSTALL_PINNED) --group dev --group docs
	touch $@

# A browser for the tests of the page; where none can be installed, they are skipped, with a message.
$(VENV)/browser: $(VENV)/tools
	$(BIN)/python -m tools.browsers
	touch $@
