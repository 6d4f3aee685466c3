# Each target first installs the system packages that are missing (scripts/debian-packages.txt).

.DEFAULT_GOAL := help
.PHONY: help run install deb package-test package-test-debug test test-all check tsan soak fuzz model lockout-suite \
	ha bench packages test-packages

# Package.swift reads this. Outside CI a warning does not stop the tests; it always stops `make check`.
ifeq ($(CI),true)
export LATCHKEY_STRICT := 1
endif
check: export LATCHKEY_STRICT := 1

SERVER := --package-path Server

# They wait for deadlines of PostgreSQL's and the server's, which nothing keeps beside hundreds of other tests.
DEADLINES := LatchkeyPostgresTests|BeatTests|FailoverTests|GuessLinkTests|GuessRaceTests|PostgresMigrationTests
DEADLINES := $(DEADLINES)|ReplacedPrimaryTests|StoreClockTests|StoreFaultTests|TableLockTests

# They start the services of a Linux desktop.
SERVICES := LatchkeyLinuxTests\..*ServiceTests

# One flow for each feature, against the real server.
MEETINGS := Flows/(ActivityFlow|BackupLoad|Command|Doctor|Import|KeyRotation|MailServer|MailedLink|Metrics|PasskeyFlow
MEETINGS := $(MEETINGS)|RuleFlow|Stop|Story)Tests

# The terminal app against that server.
STORY := StoryTerminalServerFlows

# Of these, make test tries a sample.
SAMPLED := ModelTests|DamageTests|DamagedCheckTests

# What a new major of PostgreSQL could break first: the contract of the store, what proves a commit, and who guesses.
NEWEST := CommitProofTests|FailoverTests|GuessRaceTests|PostgresMigrationTests|PostgresStoreTests

SWIFT_SOURCES := Package.swift Sources Tests Server/Package.swift Server/Sources Server/Tests Server/Fuzz \
	Tools/AppleCheck/Package.swift Tools/AppleCheck/StandIns Tools/AppleCheck/Tests Examples

help: ## Prints these lines
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

run: packages ## Builds the server and runs it for development on http://localhost:8080 (LATCHKEY_PORT changes the port)
	@scripts/run

install: packages ## Installs the terminal app with its manual page and completions (PREFIX=/usr/local, DESTDIR)
	@scripts/install

deb: packages ## Makes Debian packages of the server and the terminal app, in .build/deb
	@scripts/install-packages package
	@scripts/deb

package-test: deb ## Installs, upgrades, removes and purges those packages on a bare machine with systemd
	@scripts/package-test

# A release build takes longer than all else of .ci/run: of the packages it changes the programs alone.
package-test-debug: ## The same with packages of the programs that `make test` has built, in three minutes
	@scripts/install-packages package
	@scripts/package-test --debug

test: test-packages ## Tests every rule, and that the parts meet
	scripts/swift-test --skip ServerFlows --skip '$(SERVICES)'
	scripts/swift-test $(SERVER) --skip 'Flows|$(DEADLINES)'
	# Servers, a terminal and browsers, which wait for each other more than they work.
	scripts/at-once \
		'scripts/swift-test $(SERVER) --skip-build --filter "$(MEETINGS)"' \
		'scripts/swift-test --skip-build --filter $(STORY)' \
		'scripts/test-pages -k test_the_whole_story'

test-all: test ## Tests all else: desktops, both stores, deadlines, pages, proxies, guides, systemd, adopting libraries
	# One after the other, with a Linux desktop's services to themselves.
	scripts/with-linux-services scripts/swift-test --skip-build --no-parallel --filter '$(SERVICES)'
	LATCHKEY_TEST_TIER=all scripts/swift-test $(SERVER) --skip-build --filter '$(SAMPLED)'
	scripts/test-postgres --skip Flows
	scripts/check-integration
	scripts/test-lockout-suite
	scripts/test-systemd-unit
	# What waits, beside what computes and gives way to it.
	scripts/at-once \
		'export LATCHKEY_TEST_STORE=sqlite && scripts/test-postgres --no-parallel --filter "$(DEADLINES)" && \
			scripts/test-postgres --newest --no-parallel --filter "$(NEWEST)"' \
		'nice scripts/check-adopt-alone && nice scripts/check-misuse && nice scripts/check-apple'
	scripts/test-pages -k 'not test_the_whole_story'
	# Behind all that takes the whole machine: these watch a server from outside, and stop it between two steps of a
	# check. The first are the libraries against the server that was built above, one after the other: each has a
	# server, a terminal and the app to itself; some have a Linux desktop as well. The others share a build's database.
	scripts/at-once \
		'scripts/with-linux-services scripts/swift-test --skip-build --no-parallel --filter ServerFlows --skip $(STORY)' \
		'scripts/swift-test $(SERVER) --skip-build --filter Flows --skip "$(MEETINGS)" && \
			scripts/test-postgres --filter Flows'

tsan: test-packages ## Runs the tests of the lock, the session and the server under the thread sanitizer
	scripts/tsan

check: test-packages ## Checks scripts, units, guides, layers, standards, format, documents, API; warnings are errors
	scripts/check-scripts
	scripts/check-units
	scripts/check-guides
	scripts/check-names
	scripts/check-sources
	scripts/check-standards
	swift format lint --strict --recursive $(SWIFT_SOURCES)
	scripts/swift-test --build-only
	scripts/check-docs
	scripts/swift-test --build-only $(SERVER)
	# What make fuzz links is compiled here, by the modules that are built already.
	LATCHKEY_FUZZ=compile swift build $(SERVER) --target latchkey-fuzz
	scripts/check-api

soak: test-packages ## Kills servers and databases, damages every column, gives garbage to the parsers
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_SOAK_ROUNDS=200 scripts/swift-test $(SERVER) --filter SoakTests
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_SOAK_ROUNDS=100 \
		scripts/swift-test $(SERVER) --skip-build --filter 'FailoverTests|GuessLinkTests'
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_TEST_ACCOUNTS=1000000 \
		scripts/swift-test $(SERVER) --skip-build --filter PostgresPlanTests
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_MUTATIONS=20000 LATCHKEY_TEST_TIER=soak \
		scripts/swift-test $(SERVER) --skip-build --filter 'MutatedTextTests|DamageTests|DamagedCheckTests'

fuzz: test-packages ## Fuzzes the parsers of what comes from outside, a minute each (LATCHKEY_FUZZ_SECONDS)
	scripts/fuzz

model: ## Searches all interleavings of a check for a guess too many, and demands that planted mistakes are found
	@scripts/install-packages test
	@scripts/model

lockout-suite: ## Tries the lock with a suite that fits any server, and Django's own auth beside it
	@scripts/install-packages lockout
	@scripts/lockout-suite

ha: ## Sets up the servers of docs/operations.md on machines in namespaces, and takes them down under load
	@scripts/install-packages test
	@scripts/install-packages ha
	@scripts/ha

bench: ## Measures speed: of the libraries, the terminal app and the server
	@scripts/install-packages test
	@scripts/install-packages bench
	@scripts/bench

packages:
	@scripts/install-packages

test-packages:
	@scripts/install-packages test
