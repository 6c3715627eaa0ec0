# Each command builds or mends its virtual environment first (.ci/venv).
VENV   ?= .venv
PYTHON ?= python3

PREPARE = @VENV="$(VENV)" PYTHON="$(PYTHON)" sh .ci/venv
IN      = $(VENV)/bin/python -m
# The tests run on all cores; whoever has none left takes work from the others.
TESTS   = $(IN) pytest --numprocesses auto --dist worksteal
# What Python has compiled is kept, also where the shell says otherwise: tests start it often.
export PYTHONDONTWRITEBYTECODE =
# Rules and storage are tested by their own tests alone, in every branch.
BRANCHES = --cov=rules --cov=storage --cov-branch --cov-fail-under=100 \
          --cov-report=term-missing:skip-covered tests/rules tests/storage
# Where PostgreSQL's programs are not, what is PostgreSQL's alone is not tested.
POSTGRES = $(wildcard /usr/lib/postgresql/*/bin/initdb) $(shell command -v initdb)
OTHERS  = tests --ignore=tests/rules --ignore=tests/storage
PIN     = $(IN) uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
          --no-header --no-emit-index-url --no-emit-find-links $(UPGRADE)

# Discord's description of its API, which changes from day to day: the one that all of us judge by.
OPENAPI = https://github.com/discord/discord-api-spec/raw/74fda0f/specs/openapi_preview.json
SHA256  = 8c1d0707ccdf8e380a86dfba04058820a66435c1b69d5ed82e04dd8c0520dd73

# Discord's SDK for pages inside it, as its authors have packed it.
ACTIVITY        = @discord/embedded-app-sdk@2.5.0
ACTIVITY_SHA512 = 14da1ee4f6d29282846ea3ee6da066abab6510c39fb4c8d1de0bb9e58addaeb2a605f28a3388bd3ff67e67197445974970abe207055c4f260c30f33f6867b1ff

POT     = languages/lumbercamp.pot

.PHONY: help run test approve check types branches bench size arena learn puzzles simulate mutants format texts pictures pins openapi activity

help:  ## show this help
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

run:  ## run the bot, or the sandbox if there is no token
	$(PREPARE) run
	@$(IN) bot run

test:  ## run the fast tests (ONLY=tests/rules: only these; STORE=postgres: on PostgreSQL)
	$(PREPARE) dev
	@LUMBERCAMP_TEST_STORE=$(STORE) $(TESTS) -m "not slow" $(ONLY)

approve:  ## update approved test output; review it with git diff (ONLY=tests/rules: only these)
	$(PREPARE) dev
	@LUMBERCAMP_APPROVE=1 $(IN) pytest -q $(ONLY)

check:  ## check format, lint and types, and run all tests with coverage
	$(PREPARE) dev
	$(IN) ruff format --check .
	$(IN) ruff check .
	@$(MAKE) --no-print-directory --jobs 2 types branches
	$(TESTS) $(OTHERS)

types:
	$(IN) mypy

branches:
	$(if $(POSTGRES),,LUMBERCAMP_UNCOVERED='storage/postgres/*') $(TESTS) $(BRANCHES)

bench:  ## measure the speed and compare it with its limits
	$(PREPARE) dev
	@$(IN) tests.bench

size:  ## count the code of each layer and compare it with its limits
	$(PREPARE) dev
	@$(IN) tests.size

arena:  ## let computer players play each other (WITH="strong:medium --game logger --games 40")
	$(PREPARE) dev
	@$(IN) tests.arena $(WITH)

learn:  ## train the weights of a computer player by self-play (ONLY=fellers)
	$(PREPARE) dev
	@$(IN) tests.learn $(ONLY) $(WITH)

puzzles:  ## find more puzzles in games between computers (ONLY=logjam WITH="--puzzles 10")
	$(PREPARE) dev
	@$(IN) tests.puzzles $(ONLY) $(WITH)

simulate:  ## simulate sixty days of forty players and check every result (SEED=2 DAYS=30; STORE=postgres)
	$(PREPARE) dev
	@LUMBERCAMP_TEST_STORE=$(STORE) $(IN) tests.simulation $(if $(SEED),--seed $(SEED)) $(if $(DAYS),--days $(DAYS))

mutants:  ## plant small faults and check that tests notice each one (AREA=clocks or ONLY="'mature' 'cap'": fewer)
	$(PREPARE) dev
	@$(IN) tests.mutants $(if $(AREA),--area $(AREA)) $(if $(ONLY),--only $(ONLY))

format:  ## format the code
	$(PREPARE) dev
	@$(IN) ruff check --fix-only --quiet .
	@$(IN) ruff format .

texts:  ## collect all sentences for translators (INTO=de: also create or update that catalogue)
	$(PREPARE) dev
	@mkdir -p languages
	@$(IN) babel.messages.frontend -q extract -F pyproject.toml --no-default-keywords --no-location -k Text -k because -k AboutCase -k Deed -k Deeds:1,2 -k WrongPhase -k Plural:1,2 -o $(POT) rules players renderer bot seeds
ifdef INTO
	@$(IN) babel.messages.frontend -q $(if $(wildcard languages/$(INTO)),update,init) -w 100 -D lumbercamp -i $(POT) -d languages -l $(INTO)
endif
	@$(IN) tests.foreign $(POT)

pictures:  ## retake the pictures of the README from demo games and the sandbox
	$(PREPARE) dev
	@$(IN) tests.renderer.sample docs/board.png docs/board.txt 49
	@$(IN) tests.renderer.sample docs/logjam.png seeds/records/logjam-three.txt 68
	@$(IN) tests.renderer.sample docs/river.png seeds/records/fellers-three.txt 73
	@$(IN) bot replay seeds/records/logger-two.txt --gif docs/film.gif >/dev/null
	@$(IN) tests.browser.pictures docs/pictures

pins:  ## update the pinned requirements (UPGRADE=--upgrade: to newer versions)
	$(PREPARE) dev
	@$(PIN) requirements.in -o requirements.txt
	@$(PIN) requirements-postgres.in -o requirements-postgres.txt
	@$(PIN) requirements-dev.in -o requirements-dev.txt

openapi:  ## fetch Discord's API description, which the tests check requests against
	@curl --fail --silent --show-error --location --output discord-openapi.json.part $(OPENAPI)
	@echo "$(SHA256)  discord-openapi.json.part" | sha256sum --check --quiet
	@mv discord-openapi.json.part discord-openapi.json
	@echo "export LUMBERCAMP_OPENAPI=$(CURDIR)/discord-openapi.json"

activity:  ## fetch Discord's SDK for boards inside Discord, as bot/web/sdk.tgz
	@rm -rf build/activity && mkdir -p build/activity
	@cd build/activity && npm pack --silent $(ACTIVITY) >/dev/null
	@mv build/activity/*.tgz build/activity/sdk.tgz
	@echo "$(ACTIVITY_SHA512)  build/activity/sdk.tgz" | sha512sum --check --quiet
	@mv build/activity/sdk.tgz bot/web/sdk.tgz
