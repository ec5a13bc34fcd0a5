# `make help` lists what there is.

SWIFT ?= swift
# Always the same flags: other ones rebuild everything.
FLAGS := -Xswiftc -warnings-as-errors
# Runs tests alike on every machine: no proxy between a test and its loopback server, and neither
# CI's nor the user's own choice of recording mode, which tests set for themselves. A crash ends with
# the frames of the thread that crashed.
CLEAN := env -u http_proxy -u https_proxy -u all_proxy -u no_proxy \
	-u HTTP_PROXY -u HTTPS_PROXY -u ALL_PROXY -u NO_PROXY \
	-u CI -u CASSETTE_MODE -u CASSETTE_ONLY -u CASSETTE_DIR \
	SWIFT_BACKTRACE=color=no,interactive=no,threads=crashed,images=none,registers=none
FORMATTED = $(wildcard Sources Tests Examples Benchmarks Plugins Package.swift)
EXAMPLE := Examples/GitHubClient

.DEFAULT_GOAL := help
.PHONY: help setup build test test-must-fail test-example test-example-threads test-main test-kills test-bits test-scale \
	test-parity fuzz test-fuzz test-threads demo bench bench-peers lint check-symbols \
	check-core-use format clean

help: ## Lists the targets.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /	/' | expand -t 16

setup: ## Installs what building and testing need and what is missing.
	@Scripts/setup

build: setup ## Builds everything, tests too; warnings are errors.
	$(SWIFT) build --build-tests $(FLAGS)

# The suites that have to fail come first, so that the last lines are those of the passing runners.
test: setup ## Runs all tests. FILTER=name runs some of the main package's.
	@$(MAKE) --no-print-directory build
	@$(if $(FILTER),,$(MAKE) --no-print-directory test-must-fail)
	@$(if $(FILTER),,$(MAKE) --no-print-directory test-example)
	@$(if $(FILTER),,$(MAKE) --no-print-directory test-fuzz)
	@$(MAKE) --no-print-directory test-main

test-must-fail: ## Runs the suites that have to fail, and requires it.
	$(CLEAN) Scripts/must-fail

test-example: ## Runs the tests of the example package.
	@Scripts/replan $(EXAMPLE)/.build
	$(CLEAN) $(SWIFT) test --package-path $(EXAMPLE) $(FLAGS)

test-example-threads: setup ## Looks out for data races in the tests of the example package.
	@Scripts/replan $(EXAMPLE)/.build/threads
	$(CLEAN) $(SWIFT) test --sanitize=thread --package-path $(EXAMPLE) $(FLAGS) \
		--scratch-path $(EXAMPLE)/.build/threads

# Tests wait for one another's threads where all begin at once, and then for what is bounded in time.
WIDTH = $(shell $(SWIFT) test --help-hidden 2>/dev/null | \
	grep -q -- --experimental-maximum-parallelization-width && \
	echo --experimental-maximum-parallelization-width 16)

test-main: # What is built already.
	$(CLEAN) $(SWIFT) test --skip-build $(FLAGS) $(WIDTH) $(if $(FILTER),--filter $(FILTER))

test-kills: build ## Kills a thousand recordings, and lets each system call of a save fail.
	$(CLEAN) KILLS=1000 $(SWIFT) test --skip-build $(FLAGS) --filter 'KillTests|SaveTests'

test-bits: build ## Flips each bit of a cassette in turn; the suite takes one of each byte.
	$(CLEAN) FLIPS=all $(SWIFT) test --skip-build $(FLAGS) --filter BitFlipTests

test-scale: build ## Records and replays 100,000 interactions; the suite takes fewer.
	$(CLEAN) ENTRIES=100000 $(SWIFT) test --skip-build $(FLAGS) --filter ScaleCaseTests

test-parity: build ## Holds the replay of 2,000 calls against what was seen live; the suite takes fewer.
	$(CLEAN) PARITY_COUNT=2000 $(SWIFT) test --skip-build $(FLAGS) --filter ParityTests

fuzz: setup ## Feeds the reader with bytes that libFuzzer makes up, for five minutes.
	Scripts/fuzz 300

test-fuzz: # The same for some seconds, always alike.
	VERBOSITY=0 LINES_SHOWN=6 Scripts/fuzz 5 1

# Built apart, as all code is built for it. Nothing is suppressed.
CONCURRENT := MoyaCoreTests|RecorderTests|CorrelationTests|CorrelationStressTests|ManyAtOnceTests$(\
	)|LateAnswerTests|AttemptsTests|CancelledRetryTests|CancelledAmongEqualsTests$(\
	)|ConcurrencyCaseTests|RecorderAloneCaseTests|MixUpTests|FinishingTests
test-threads: setup ## Looks out for data races: MoyaCore's tests, and those of many calls at once.
	@Scripts/replan .build/threads
	$(CLEAN) $(SWIFT) test --sanitize=thread $(FLAGS) --scratch-path .build/threads \
		--filter '$(CONCURRENT)'

demo: setup ## Records from a real server, replays without a network, compares.
	Scripts/demo

bench: setup ## Measures against what is below, in one run; fails where a limit is passed. N=100,1000 narrows.
	@Scripts/replan Benchmarks/.build
	$(SWIFT) build -c release --package-path Benchmarks $(FLAGS)
	@failed=0; bin=Benchmarks/.build/release; \
		$(if $(MEASURES),,$(CLEAN) $$bin/CoreBenchmarks || failed=1;) \
		$(CLEAN) $(if $(N),N=$(N)) $$bin/CassetteBenchmarks $(MEASURES) || failed=1; \
		$(if $(MEASURES)$(N),,$(CLEAN) $$bin/LargeBodyBenchmarks || failed=1;) \
		exit $$failed

bench-peers: setup ## Runs Python's vcrpy and Ruby's vcr beside ours; N=100,1000 says with how many entries.
	@Scripts/setup-peers
	@Scripts/replan Benchmarks/.build
	$(SWIFT) build -c release --package-path Benchmarks $(FLAGS)
	$(CLEAN) $(if $(N),N=$(N)) .venv/peers/bin/python Benchmarks/Peers/compare.py

lint: check-symbols check-core-use ## Checks the formatting, and names against Moya's.
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)

check-symbols: ## Holds the list of Moya's symbols against MoyaCore's.
	Scripts/check-symbols
	Scripts/check-symbols --self-test

check-core-use: ## Keeps our modules to what the real Moya has too.
	Scripts/check-core-use
	Scripts/check-core-use --self-test

format: ## Formats all sources.
	$(SWIFT) format --in-place --parallel --recursive $(FORMATTED)

clean: ## Removes what was built, and the virtual environments.
	rm -rf .build .venv $(EXAMPLE)/.build Benchmarks/.build
