# Each target first installs missing system packages (scripts/debian-packages.txt).

.DEFAULT_GOAL := help
.PHONY: help run install deb package-test package-test-debug test test-all check tsan soak fuzz model lockout-suite \
	ha bench docs packages test-packages

# Package.swift reads this. Outside CI a warning does not stop the tests; it always stops `make check`.
ifeq ($(CI),true)
export LATCHKEY_STRICT := 1
endif
check: export LATCHKEY_STRICT := 1

SERVER := --package-path Server

# Timing-sensitive suites; run serially.
DEADLINES := LatchkeyPostgresTests|HeartbeatTests|FailoverTests|GuessLinkTests|GuessRaceTests|PostgresMigrationTests
DEADLINES := $(DEADLINES)|ReplacedPrimaryTests|StoreClockTests|StoreFaultTests|TableLockTests

# Suites that start a Linux desktop's services.
SERVICES := LatchkeyLinuxTests\..*ServiceTests

# One flow for each feature, against the real server.
MEETINGS := Flows/(ActivityFlow|BackupLoad|Command|Doctor|Import|KeyRotation|MailServer|EmailLink|Metrics|PasskeyFlow
MEETINGS := $(MEETINGS)|RuleFlow|Stop|Story)Tests

# The terminal app against that server.
STORY := StoryTerminalServerFlows

# Suites of which `make test` runs a sample.
SAMPLED := ModelTests|DamageTests|DamagedCheckTests

# What a new major version of PostgreSQL could break first.
NEWEST := CommitProofTests|FailoverTests|GuessRaceTests|PostgresMigrationTests|PostgresStoreTests

SWIFT_SOURCES := Package.swift Sources Tests Server/Package.swift Server/Sources Server/Tests Server/Fuzz \
	Tools/AppleCheck/Package.swift Tools/AppleCheck/StandIns Tools/AppleCheck/Tests Examples

help: ## Prints these lines
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

# On loopback only, with data in ./data. Browsers do not support passkeys for an IP address.
run: export LATCHKEY_DEV := 1
run: export LATCHKEY_HOST ?= 127.0.0.1
run: export LATCHKEY_PORT ?= 8080
run: export LATCHKEY_DATA_DIR ?= $(CURDIR)/data
run: export LATCHKEY_PUBLIC_URL ?= $(if $(filter-out 0,$(LATCHKEY_PORT)),http://localhost:$(LATCHKEY_PORT))
run: packages ## Builds the server and runs it for development on http://localhost:8080 (LATCHKEY_PORT changes the port)
	@scripts/swift build $(SERVER) --product latchkey-server
	@printf '\nOpen %s in a browser. Email arrives at its /dev/mailbox.\n' "$${LATCHKEY_PUBLIC_URL:-the address below}"
	@printf 'Data is in %s. Ctrl-C stops.\n\n' "$$LATCHKEY_DATA_DIR"
	@exec "$$(scripts/swift build $(SERVER) --show-bin-path)/latchkey-server" serve

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
install: packages ## Installs the terminal app with its manual page and completions (PREFIX=/usr/local, DESTDIR)
	swift build -c release --static-swift-stdlib --product latchkey
	install -D -s -m 755 .build/release/latchkey "$(DESTDIR)$(PREFIX)/bin/latchkey"
	install -D -m 644 docs/latchkey.1 "$(SHARE)/man/man1/latchkey.1"
	mkdir -p "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	.build/release/latchkey --generate-completion-script bash >"$(SHARE)/bash-completion/completions/latchkey"
	.build/release/latchkey --generate-completion-script zsh >"$(SHARE)/zsh/site-functions/_latchkey"
	.build/release/latchkey --generate-completion-script fish >"$(SHARE)/fish/vendor_completions.d/latchkey.fish"

deb: packages ## Makes Debian packages of the server and the terminal app, in .build/deb
	@scripts/install-packages package
	@scripts/deb

package-test: deb ## Installs, upgrades, removes and purges those packages on a bare machine with systemd
	@scripts/machine packages

# A release build takes longer than the rest of .ci/run, and only the programs in the packages differ.
package-test-debug: ## The same with the programs that `make test` built, in three minutes
	@scripts/install-packages package
	@scripts/machine packages --debug

test: test-packages ## Tests every rule, and that the parts work together
	scripts/swift-test --build-only
	scripts/swift-test --build-only $(SERVER)
	scripts/at-once -3 \
		'scripts/swift-test $(SERVER) --skip-build --filter "$(MEETINGS)"' \
		'scripts/swift-test $(SERVER) --skip-build --skip "Flows|$(DEADLINES)"' \
		'scripts/test-pages -k test_the_whole_story' \
		'scripts/swift-test --skip-build --filter $(STORY)' \
		'scripts/swift-test --skip-build --skip ServerFlows --skip "$(SERVICES)"'

test-all: test ## Tests the rest: desktops, both stores, deadlines, pages, API, proxies, guides, systemd, adoption
	scripts/at-once \
		'scripts/test-postgres --skip Flows' \
		'LATCHKEY_SERVER="$$(scripts/swift build $(SERVER) --show-bin-path)/latchkey-server" scripts/check-api' \
		'scripts/with-linux-services scripts/swift-test --skip-build --no-parallel --filter "$(SERVICES)" && \
			scripts/check-integration && scripts/lockout-suite test && scripts/machine unit'
	# Suites that mostly wait, together with what computes, at a lower priority.
	scripts/at-once \
		'export LATCHKEY_TEST_STORE=sqlite && scripts/test-postgres --no-parallel --filter "$(DEADLINES)" && \
			scripts/test-postgres --newest --no-parallel --filter "$(NEWEST)"' \
		'nice scripts/check adoption misuse && nice scripts/check-apple && \
			LATCHKEY_TEST_TIER=all nice scripts/swift-test $(SERVER) --skip-build --filter "$(SAMPLED)"'
	# End-to-end tests mostly wait, so that two cores run three groups of them, and no compilers, which write much: a
	# server rejects a write that waits longer than a second.
	scripts/at-once \
		'scripts/test-pages -k "not test_the_whole_story"' \
		'scripts/with-linux-services scripts/swift-test --skip-build --no-parallel --filter ServerFlows \
			--skip $(STORY) && scripts/test-postgres --filter Flows' \
		'scripts/swift-test $(SERVER) --skip-build --filter Flows --skip "$(MEETINGS)"'

tsan: test-packages ## Runs the tests of the lock, the session and the server under the thread sanitizer
	scripts/tsan

check: test-packages ## Checks scripts, units, guides, layers, standards, format, documentation, warnings as errors
	scripts/at-once scripts/check 'swift format lint --strict --recursive $(SWIFT_SOURCES)'
	scripts/swift-test --build-only
	scripts/swift-test --build-only $(SERVER)
	# Compiles what `make fuzz` links, with the modules that are built already.
	LATCHKEY_FUZZ=compile scripts/swift build $(SERVER) --target latchkey-fuzz
	scripts/check docs

docs: test-packages ## Builds a web site of the guides and the libraries' documentation, and checks its links
	scripts/check docs
	@printf '\nThe site is in .build/site. To read it on http://localhost:8000, run\n\n'
	@printf '    python3 -m http.server --bind 127.0.0.1 --directory .build/site 8000\n\n'

soak: test-packages ## Kills servers and databases, damages every column, feeds the parsers garbage
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_SOAK_ROUNDS=200 scripts/swift-test $(SERVER) --filter 'SoakTests|DeviceCrashTests'
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_SOAK_ROUNDS=100 \
		scripts/swift-test $(SERVER) --skip-build --filter 'FailoverTests|GuessLinkTests'
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_TEST_ACCOUNTS=1000000 \
		scripts/swift-test $(SERVER) --skip-build --filter PostgresPlanTests
	LATCHKEY_TEST_MINUTES=120 LATCHKEY_MUTATIONS=20000 LATCHKEY_TEST_TIER=soak \
		scripts/swift-test $(SERVER) --skip-build --filter 'MutatedTextTests|DamageTests|DamagedCheckTests'
	LATCHKEY_TEST_TIER=soak scripts/test-pages -k test_each_language # all states of all pages in all languages

fuzz: test-packages ## Fuzzes the parsers of external input, a minute each (LATCHKEY_FUZZ_SECONDS)
	scripts/fuzz

model: test-packages ## Model-checks the verification protocol, including seeded bugs
	@scripts/model

lockout-suite: ## Attacks this server, and for comparison Django's own auth, with a suite for any server
	@scripts/install-packages lockout
	@scripts/lockout-suite

ha: test-packages ## Runs docs/high-availability.md on machines in namespaces, and kills them under load
	@scripts/install-packages ha
	@scripts/machine ha

bench: test-packages ## Measures the speed of the libraries, the terminal app and the server
	@scripts/install-packages bench
	@scripts/bench

packages:
	@scripts/install-packages

test-packages:
	@scripts/install-packages test
