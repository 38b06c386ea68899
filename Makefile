# numduel: `make play` to play, `make test` to test. Both set up all they need, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test check format bench docs picture clean

play: $(VENV)/play.stamp
	@$(BIN)/numduel; code=$$?; case $$code in 0|3|130) ;; *) exit $$code;; esac

test: check
	$(BIN)/python -m pytest --numprocesses 2 --cov --cov-report=term

check: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The pages in docs/games/ and the picture in README are made by the program itself.
docs: $(VENV)/dev.stamp
	$(BIN)/python docs/make_pages.py

picture: $(VENV)/dev.stamp
	$(BIN)/python docs/make_picture.py docs/terminal.svg

bench: $(VENV)/bench.stamp
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/made.stamp:
	@PYTHON="$(PYTHON)" sh tools/make_venv $(VENV)
	@touch $@

$(VENV)/play.stamp: $(VENV)/made.stamp pyproject.toml constraints.txt
	@echo "Setting up numduel in $(VENV) ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/play.stamp
	@echo "Setting up the tests in $(VENV) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/bench.stamp: $(VENV)/dev.stamp
	@$(PIP) --editable '.[bench]'
	@touch $@
