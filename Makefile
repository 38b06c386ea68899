# numduel: `make play` to play, `make test` to test. Both set up all they need, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TEST_PACKAGES := chromium chromium-headless-shell git haproxy postgresql
SET_UP := $(BIN)/python tools/install_packages.py constraints.txt

.PHONY: announce play serve test test-long stacks check format types bench soak train docs picture screenshots clean install uninstall golden mutate certificates atlas lighthouse pictures

# The shell outlives Ctrl-C, so that the last word is the game's and not make's.
play: $(VENV)/play.stamp
	@trap : INT; NUMDUEL_RESUME="make play" $(BIN)/numduel; code=$$?; case $$code in 0|3|130) ;; *) exit $$code;; esac

# The command `numduel`, on the PATH of whoever runs this; it needs neither .venv nor this folder.
install:
	@PYTHON="$(PYTHON)" sh tools/install

uninstall:
	@sh tools/install --remove

serve: $(VENV)/web.stamp
	@echo "Starting the site; your browser opens it ..."
	@trap : INT; $(BIN)/numduel serve --open; code=$$?; case $$code in 0|130) ;; *) exit $$code;; esac

# The tests start numduel hundreds of times: it shall be compiled once.
unexport PYTHONDONTWRITEBYTECODE

# Four processes on two cores: many tests wait for a program or a page. A file stays whole, so that
# its tests share a server or a browser; the order is that of tests/conftest.py.
PYTEST := $(BIN)/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder

# Everything README promises; nothing in it depends on how fast the machine is. The checks of the
# code run beside the tests, which often wait, and are told after them. (A line in which make finds
# its own name would run even where it is only to be shown.)
CHECK = $(MAKE) --no-print-directory check
test: announce $(VENV)/dev.stamp
	@$(CHECK) > $(VENV)/check.log 2>&1 & \
	$(PYTEST); tests=$$?; wait $$!; checks=$$?; cat $(VENV)/check.log; exit $$((tests || checks))

# The same again with coverage, and the tests marked long: soak, benchmarks, audits, a fresh clone.
test-long: announce $(VENV)/dev.stamp stacks
	$(PYTEST) -m "" --cov --cov-report=term

# Evaluation stacks that cannot share an environment, each in one of its own, for the tests of their
# adapters. Their versions are pinned in tools/stacks/.
STACKS := inspect verifiers openenv datasets
stacks: $(STACKS:%=.stacks/%.stamp)

.stacks/%.stamp: tools/stacks/%.txt pyproject.toml
	@PYTHON="$(PYTHON)" sh tools/make_venv .stacks/$*
	@.stacks/$*/bin/python tools/install_packages.py $< "the stack $* in .stacks/$*" "two minutes, up to 1 GB" --requirement $< --editable .
	@touch $@

# What is about to be installed is said before anything is.
announce:
	@[ -e $(VENV)/dev.stamp ] || echo "Testing needs, and installs where it is missing (once, about 1.3 GB):" \
		"Debian's $(TEST_PACKAGES) with apt-get; Python packages in $(VENV), which are named first;" \
		"the TypeScript compiler in node_modules."

check: announce $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/node node_modules/typescript/bin/tsc --project tsconfig.json

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The page's types, from the description of the API.
types: $(VENV)/dev.stamp
	$(BIN)/python tools/make_types.py

# The pages in docs/games/ and the picture in README are made by the program itself.
docs: $(VENV)/dev.stamp
	$(BIN)/python tools/make_pages.py

picture: $(VENV)/dev.stamp
	$(BIN)/python tools/draw_terminal.py docs/terminal.svg

screenshots: $(VENV)/dev.stamp
	$(BIN)/python tools/screenshots.py docs/screenshots

# What a link to a duel shows elsewhere, and the icons.
pictures: $(VENV)/dev.stamp
	$(BIN)/python tools/make_pictures.py

# Rates the pages as on a phone, with Lighthouse, which is installed for this alone (180 MB).
lighthouse: tools/lighthouse/node_modules
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/lighthouse/rate.py

tools/lighthouse/node_modules: $(VENV)/dev.stamp tools/lighthouse/package-lock.json
	@echo "Setting up Lighthouse in $@ (once; 180 MB, usually a minute) ..."
	@$(BIN)/npm ci --prefix tools/lighthouse --silent --ignore-scripts --no-fund --no-audit --omit=optional
	@touch $@

# What every game says and does, in files that the tests compare: look at the difference.
golden: $(VENV)/dev.stamp
	$(BIN)/python tests/every_game/test_golden.py

# Tries the tests on faulty code; takes about an hour, and stops for nobody else's sake.
mutate: $(VENV)/dev.stamp
	nice -n 19 $(BIN)/python tools/mutate.py

# Makes 100,000 certificates and has them checked, by numduel and in Perl.
certificates: $(VENV)/dev.stamp
	nice -n 15 $(BIN)/python tools/certificates.py

# The tables of docs/atlas.md: seven minutes of processor time, and 3.4 GB to count complete games.
atlas: $(VENV)/dev.stamp
	nice -n 15 $(BIN)/python tools/atlas

# Side by side with peers; soak loads a server (HOSTILE=1 attacks it,
# PROCESSES=2 puts several behind a proxy and kills them in turn); train teaches an agent with a standard library.
bench: $(VENV)/bench.stamp
	$(BIN)/python -m bench

soak: $(VENV)/dev.stamp
	$(BIN)/python -m bench.soak $(if $(HOSTILE),--hostile) $(if $(PROCESSES),--processes $(PROCESSES))

train: $(VENV)/train.stamp
	$(BIN)/python -m bench.train

clean:
	rm -rf $(VENV) .stacks node_modules tools/lighthouse/node_modules build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/made.stamp:
	@PYTHON="$(PYTHON)" sh tools/make_venv $(VENV)
	@touch $@

$(VENV)/play.stamp: $(VENV)/made.stamp pyproject.toml constraints.txt hashes.txt
	@$(SET_UP) "numduel in $(VENV)" "half a minute" --editable .
	@touch $@

$(VENV)/web.stamp: $(VENV)/play.stamp
	@$(SET_UP) "the site in $(VENV)" "half a minute" --editable '.[web]'
	@touch $@

$(VENV)/dev.stamp: $(VENV)/play.stamp package.json package-lock.json
	@sh tools/need_debian $(TEST_PACKAGES)
	@$(SET_UP) "the tests in $(VENV)" "two to five minutes, for 1.3 GB" --editable '.[dev]'
	@echo "Setting up the TypeScript compiler in node_modules (once; usually half a minute) ..."
	@$(BIN)/npm ci --silent --ignore-scripts --no-fund --no-audit
	@touch $@

$(VENV)/bench.stamp: $(VENV)/dev.stamp
	@$(SET_UP) "the benchmarks in $(VENV)" "two minutes" --editable '.[bench]'
	@touch $@

$(VENV)/train.stamp: $(VENV)/dev.stamp
	@$(SET_UP) "a learner in $(VENV)" "five minutes" --editable '.[train]'
	@touch $@
