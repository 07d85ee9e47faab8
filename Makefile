# What a person types. Each target first does its own set-up (tools/setup.sh), which a second call finds done.
#
#   make run FILE=trophy      an example, a scenario file or a lesson file instead of the first screen
#   make test ARGS="-k mask"  what pytest is to be given, in place of -n auto: a process for each processor
#   make run PYTHON=python3.13

python := .venv/bin/python
FILE ?=
ARGS ?=
PYTHON ?=
export PYTHON
helps := $(filter -h --help,$(ARGS))

.PHONY: help run test check format bench soak screenshots wheel clean

help:
	@echo "make run          open the window; without a screen, draw the opening example to out/"
	@echo "make test         run every test"
	@echo "make check        lint, format and types: ruff and mypy"
	@echo "make format       let ruff put the code in its format"
	@echo "make bench        measure the promised speed beside PyTorch, matplotlib and pyqtgraph, in some twelve minutes"
	@echo "make soak         use the window at random for an hour, then start and close it a hundred times"
	@echo "make screenshots  draw the window at both sizes and in both themes to out/screenshots"
	@echo "make wheel        build the wheel into dist/"
	@echo "make clean        remove what the targets above made"

run:
	@sh tools/setup.sh run
	@PYTHON=$(python) sh tools/run.sh "$(FILE)"

test:
	@sh tools/setup.sh test
	$(python) -m pytest $(or $(ARGS),-n auto)

check:
	@sh tools/setup.sh check
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	$(python) -m mypy

format:
	@sh tools/setup.sh check
	$(python) -m ruff check --fix .
	$(python) -m ruff format .

bench: # what it can be asked for is told without any package
	@$(if $(helps),:,sh tools/setup.sh bench)
	$(if $(helps),$(or $(wildcard $(python)),$(PYTHON),python3),$(python)) -m tools.bench $(ARGS)

soak:
	@sh tools/setup.sh run
	$(python) -m tools.soak $(ARGS)

screenshots:
	@sh tools/setup.sh run
	$(python) -m tools.screenshots $(ARGS)

wheel:
	@sh tools/setup.sh run
	$(python) -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf .venv build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis
