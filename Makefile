# numduel: `make play` to play, `make test` to test. Both set up all they need, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TEST_PACKAGES := chromium chromium-headless-shell git haproxy postgresql tmux
SET_UP = PYTHON="$(PYTHON)" sh tools/set_up

.PHONY: requirements play serve test test-long stacks check format types bench soak train docs picture screenshots clean install uninstall golden certificates atlas distances lighthouse pictures

# The shell outlives Ctrl-C, so that the last word is the game's and not make's.
play: $(VENV)/play.stamp
	@trap : INT; NUMDUEL_RESUME="make play" $(BIN)/numduel; code=$$?; case $$code in 0|3|130) ;; *) exit $$code;; esac

# The command `numduel`, on your PATH; with more than playing needs: make install EXTRAS=web,arena
comma := ,
install:
	@PYTHON="$(PYTHON)" sh tools/install $(subst $(comma), ,$(EXTRAS))

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
test: $(VENV)/dev.stamp
	@$(CHECK) > $(VENV)/check.log 2>&1 & \
	$(PYTEST); tests=$$?; wait $$!; checks=$$?; cat $(VENV)/check.log; exit $$((tests || checks))

# The same again with coverage, and the tests marked long: soak, benchmarks, audits, a fresh clone.
test-long: $(VENV)/dev.stamp stacks
	$(PYTEST) -m "" --cov --cov-report=term

# Evaluation stacks that cannot share an environment, for the tests of their adapters.
stacks: $(patsubst %,.stacks/%.stamp,inspect verifiers openenv datasets)

.stacks/%.stamp: requirements/%.txt pyproject.toml
	@$(SET_UP) .stacks/$* "the stack $* in .stacks/$* (up to 1 GB, about a minute)" "--editable ." $*
	@touch $@

check: $(VENV)/dev.stamp
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

# The site of docs/ in build/docs; the rules in docs/games.md are those that the program tells.
docs: $(VENV)/dev.stamp
	$(BIN)/python tools/make_games_page.py
	$(BIN)/python -m sphinx -b html -q -W --keep-going docs build/docs
	@echo "Open build/docs/index.html"

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

# Makes 100,000 certificates and has them checked, by numduel and in Perl.
certificates: $(VENV)/dev.stamp
	nice -n 15 $(BIN)/python tools/certificates.py

# docs/atlas.md and the CSV files beside it: three and a half minutes of processor time, and half a
# gigabyte.
atlas: $(VENV)/dev.stamp
	nice -n 15 $(BIN)/python tools/atlas

# How far away the end is after each opening of Divisor Duel to 1..100, which the package has as a
# table: three minutes of one core, and 3 GB.
distances: $(VENV)/dev.stamp
	nice -n 15 $(BIN)/python tools/distances.py

# Side by side with peers; soak loads a server (HOSTILE=1 attacks it, directly and behind a proxy,
# PROCESSES=2 puts several behind a proxy and kills them in turn); train teaches a network by self-play.
bench: $(VENV)/bench.stamp
	$(BIN)/python -m bench

soak: $(VENV)/dev.stamp
	$(BIN)/python -m bench.soak $(if $(HOSTILE),--hostile) $(if $(PROCESSES),--processes $(PROCESSES))
	$(if $(HOSTILE),$(BIN)/python -m bench.soak --hostile --behind-proxy)

train: $(VENV)/train.stamp
	$(BIN)/python -m bench.train

clean:
	rm -rf $(VENV) .stacks node_modules tools/lighthouse/node_modules build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed is in requirements/, by version and hash; `make requirements` compiles these files
# from pyproject.toml, keeping versions as they are. UPGRADE=--upgrade takes the newest.
COMPILE = $(BIN)/uv pip compile --quiet pyproject.toml --group build --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make requirements" $(UPGRADE)
requirements: $(VENV)/play.stamp
	@$(BIN)/python -m pip install --quiet uv==0.13.8
	$(COMPILE) --extra dev -o requirements/dev.txt
	$(COMPILE) -c requirements/dev.txt -o requirements/play.txt
	for extra in arena cluster fast lab postgres web bench; do \
		$(COMPILE) --extra $$extra -c requirements/dev.txt -o requirements/$$extra.txt || exit; done
	$(COMPILE) --extra train --excludes requirements/torch.in -c requirements/dev.txt -c requirements/bench.txt \
		-o requirements/train.txt
	for stack in inspect verifiers openenv datasets; do \
		$(COMPILE) --extra $$stack -o requirements/$$stack.txt || exit; done

$(VENV)/play.stamp: requirements/play.txt pyproject.toml
	@$(SET_UP) $(VENV) "numduel in $(VENV) (18 packages, about 10 seconds)" "--editable ."
	@touch $@

$(VENV)/web.stamp: requirements/web.txt pyproject.toml
	@$(SET_UP) $(VENV) "the site in $(VENV) (30 packages, about 15 seconds)" "--editable ." web
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml package-lock.json
	@sh tools/need_debian $(TEST_PACKAGES)
	@$(SET_UP) $(VENV) "the tests in $(VENV) and node_modules (1.3 GB, about a minute)" "--editable ." dev
	@$(BIN)/npm ci --silent --ignore-scripts --no-fund --no-audit
	@touch $@

$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/dev.stamp
	@$(SET_UP) $(VENV) "the benchmarks in $(VENV) (about half a minute)" "--editable ." bench
	@touch $@

# torch has builds for processors and for graphics cards: its version is pinned, its hash is not.
$(VENV)/train.stamp: requirements/train.txt $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --requirement requirements/torch.in
	@$(SET_UP) $(VENV) "a learner in $(VENV) (about half a minute)" "--editable ." train
	@touch $@
