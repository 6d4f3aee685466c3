import Foundation
import NIOCore
import Testing

@testable import LatchkeyServer

@Suite struct SettingsTests {
    private static let wrong: [(name: String, value: String)] = [
        ("LATCHKEY_PORT", "-1"), ("LATCHKEY_PORT", "65536"), ("LATCHKEY_PORT", "80.5"), ("LATCHKEY_PORT", " 80"),
        ("LATCHKEY_PORT", "٨٠"), ("LATCHKEY_DATABASE_URL", "sqlite:"), ("LATCHKEY_DATABASE_URL", "latchkey.sqlite"),
        ("LATCHKEY_DATABASE_URL", "mysql://u:hunter2@h/d"), ("LATCHKEY_DATABASE_REPLICAS", "none"),
        ("LATCHKEY_DATABASE_CONNECTIONS", "8"), ("LATCHKEY_DATABASE_POOLER", "none"),
        ("LATCHKEY_DATABASE_MIGRATE", "never"),
        ("LATCHKEY_PUBLIC_URL", "lock.example"), ("LATCHKEY_PUBLIC_URL", "ftp://lock.example"),
        ("LATCHKEY_PUBLIC_URL", "https://"), ("LATCHKEY_PUBLIC_URL", "https://lock.example/path"),
        ("LATCHKEY_PUBLIC_URL", "https://lock.example?x"), ("LATCHKEY_PUBLIC_URL", "https://lock.example#x"),
        ("LATCHKEY_PUBLIC_URL", "https://user:hunter2@lock.example"), ("LATCHKEY_PUBLIC_URL", "https://lock.example\n"),
        ("LATCHKEY_HOME_URL", "desk.example"), ("LATCHKEY_HOME_URL", "javascript:alert(1)"),
        ("LATCHKEY_HOME_URL", "//desk.example"), ("LATCHKEY_HOME_URL", "https://"),
        ("LATCHKEY_HOME_URL", "https://user:hunter2@desk.example"), ("LATCHKEY_HOME_URL", "https://desk.example/a b"),
        ("LATCHKEY_HOME_URL", "/\\desk.example"), ("LATCHKEY_HOME_URL", "https://desk.example\n"),
        ("LATCHKEY_HOME_URL", "/lock"), ("LATCHKEY_HOME_URL", "/sign-in?next=/a"), ("LATCHKEY_HOME_URL", "/?x"),
        ("LATCHKEY_MAIL_URL", "pigeon://hunter2"), ("LATCHKEY_MAIL_URL", "outbox"),
        ("LATCHKEY_MAIL_URL", "postmark://hunter2?endpoint=x"), ("LATCHKEY_MAIL_URL", "smtp://user:hunter2@"),
        ("LATCHKEY_MAIL_URL", "smtp://user:hunter2@mail.example?tls=none"),
        ("LATCHKEY_MAIL_URL", "smtp://user:hunter2@mail.example?verify=no"),
        ("LATCHKEY_MAIL_FROM", "nobody"), ("LATCHKEY_MAIL_FROM", "a@b\r\nBcc: c@d"), ("LATCHKEY_MAIL_FROM", "ä@b"),
        ("LATCHKEY_SECRET_KEYS", ""), ("LATCHKEY_SECRET_KEYS", "k1:hunter2"), ("LATCHKEY_SECRET_KEYS", ","),
        ("LATCHKEY_TRUSTED_PROXIES", "-1"), ("LATCHKEY_TRUSTED_PROXIES", "17"),
        ("LATCHKEY_PASSCODE", "Required"), ("LATCHKEY_LONGEST_TIMEOUT", "0"), ("LATCHKEY_LONGEST_TIMEOUT", "10"),
        ("LATCHKEY_LONGEST_TIMEOUT", "015"), ("LATCHKEY_LONGEST_TIMEOUT", "61"), ("LATCHKEY_BIOMETRICS", "off"),
        ("LATCHKEY_UNLOCK", "on"),
        ("LATCHKEY_SESSION_DAYS", "0"), ("LATCHKEY_SESSION_DAYS", "366"), ("LATCHKEY_SESSION_DAYS", "7.5"),
        ("LATCHKEY_SIGN_UP", "Open"), ("LATCHKEY_KDF_PERMITS", "0"), ("LATCHKEY_KDF_PERMITS", "1025"),
        ("LATCHKEY_KDF_QUEUE", "-1"), ("LATCHKEY_KDF_QUEUE", "100001"),
        ("LATCHKEY_IDENTITY_ISSUER", "http://login.example"),
        ("LATCHKEY_IDENTITY_ISSUER", "https://user:hunter2@login"),
        ("LATCHKEY_IDENTITY_ISSUER", "https://login.example"), ("LATCHKEY_IDENTITY_NAME", "Desk"),
        ("LATCHKEY_IDENTITY_CLIENT_ID", "pages"), ("LATCHKEY_IDENTITY_APP_CLIENT_ID", "terminal"),
        ("LATCHKEY_IDENTITY_ADMINISTRATORS", "=hunter2"), ("LATCHKEY_IDENTITY_ADMINISTRATORS", "hunter2="),
        ("LATCHKEY_IDENTITY_ADMINISTRATORS", "groups=admins"),
        ("LATCHKEY_MAIL_SIGN_IN", "off"), ("LATCHKEY_WEBHOOK_SECRET", "hunter2-15bytes"),
        ("LATCHKEY_WEBHOOK_SECRET", "hunter2-hunter2-\n"), ("LATCHKEY_INTROSPECTION_SECRET", "hunter2-15bytes"),
        ("LATCHKEY_INTROSPECTION_SECRET", "hunter2-hunter2-\n"), ("LATCHKEY_METRICS_PORT", "0"),
        ("LATCHKEY_METRICS_PORT", "65536"), ("LATCHKEY_DEV", "2"), ("LATCHKEY_DEV", "true"),
    ]
    // Except settings that accept any text: whether a host or a directory is valid depends on the machine.
    private static let wrongEverywhere = SettingEntry.all.map(\.name)
        .filter { ![SettingTable.name(of: \.host), SettingTable.name(of: \.dataDirectory)].contains($0) }
        .map { (name: $0, value: "hunter2 \u{1}") }

    @Test("V10 an invalid secret is named without its value", arguments: wrong + wrongEverywhere)
    func anInvalidSecretIsNamedWithoutItsValue(name: String, value: String) throws {
        let error = try #require(throws: SettingError.self) { try Settings(environment: [name: value]) }
        #expect(error.name == name)
        #expect(error.description.hasPrefix(name + ": "))
        #expect(error.description.allSatisfy { !$0.isNewline })
        let canBeSecret = value.contains("@") || SettingEntry.all.contains { $0.name == name && $0.isSecret }
        #expect(!canBeSecret || !error.description.contains("hunter2"))
    }

    @Test(arguments: [
        ("LATCHKEY_PORT", "80800", "80800 is not a port. Use 0–65535"),
        ("LATCHKEY_SIGN_UP", "may be", #""may be" is not a choice. Use open or closed"#),
        ("LATCHKEY_MAIL_URL", "pigeon:", "the value is not a mail server or service. Use outbox:, "),
        ("LATCHKEY_IDENTITY_ISSUER", "http://a", "http://a is not an issuer. Use https:// with a host; "),
    ])
    func errorNamesTheValueAndTheAllowedOnes(_ name: String, _ value: String, _ text: String) throws {
        let error = try #require(throws: SettingError.self) { try Settings(environment: [name: value]) }
        #expect(error.description.hasPrefix("\(name): \(text)"))
    }

    @Test(arguments: ["p#s", "p/s"]) func errorExplainsHowToEncodeEmailPasswords(_ password: String) throws {
        let error = try #require(throws: SettingError.self) {
            try Settings(environment: ["LATCHKEY_MAIL_URL": "smtp://user:\(password)@mail.example"])
        }
        #expect(error.reason.contains("# as %23 and / as %2F"))
    }

    @Test func webhookAndIntrospectionSecretsRequire16Bytes() throws {
        for name in ["LATCHKEY_WEBHOOK_SECRET", "LATCHKEY_INTROSPECTION_SECRET"] {
            _ = try Settings(environment: [name: "0123456789abcdef"])
            let error = try #require(throws: SettingError.self) { try Settings(environment: [name: "0123456789abcde"]) }
            #expect(error.reason.contains("at least 16 bytes"))
        }
    }

    @Test(
        "ASVS-3.7.2 a home that redirects home again is rejected",
        arguments: [
            ("/lock", true), ("/lock/", true), ("/lock?again", true), ("/sign-in", true), ("/sign-in?x", true),
            ("/?x", true), ("/?", true), ("/a/../lock", true), ("/./", true), ("/%6Cock", true),
            ("https://lock.example/lock", true), ("https://lock.example/?x", true), ("https://lock.example?x", true),
            ("https://lock.example/#x", true), ("HTTPS://LOCK.example:443/sign-in", true),
            ("https://lock.example//lock", true),
            ("/", false), ("https://lock.example", false), ("https://lock.example/", false), ("/locks", false),
            ("/lock/a", false), ("/Lock", false), ("/tickets?a=/lock", false), ("/tickets/lock", false),
            ("/settings/security", false), ("https://lock.example/tickets", false), ("http://lock.example/lock", false),
            ("https://lock.example:8443/lock", false), ("https://desk.example/lock", false),
            ("https://desk.example/?x", false),
        ])
    func aHomeThatRedirectsHomeAgainIsRejected(_ home: String, _ isRejected: Bool) throws {
        let environment = ["LATCHKEY_HOME_URL": home, "LATCHKEY_PUBLIC_URL": "https://lock.example"]
        if isRejected {
            let error = #expect(throws: SettingError.self) { try Settings(environment: environment) }
            #expect(error?.isAbout(\.homeURL) == true)
        } else {
            #expect(try Settings(environment: environment).homeURL == home)
        }
    }

    @Test(arguments: [("127.0.0.1", "http://127.0.0.1:8080/lock"), ("::1", "http://[::1]:8080/lock")])
    func withoutAPublicURLTheListeningAddressIsUsed(_ host: String, _ home: String) throws {
        #expect(throws: SettingError.self) {
            try Settings(environment: ["LATCHKEY_HOST": host, "LATCHKEY_HOME_URL": home])
        }
        #expect(throws: Never.self) {
            try Settings(environment: ["LATCHKEY_PORT": "8081", "LATCHKEY_HOST": host, "LATCHKEY_HOME_URL": home])
        }
    }

    @Test(
        "ASVS-13.4.2 development requires loopback host and public URL",
        arguments: [
            ([:], true), (["LATCHKEY_HOST": "::1"], true), (["LATCHKEY_HOST": "localhost"], true),
            (["LATCHKEY_PUBLIC_URL": "http://localhost:8080"], true),
            (["LATCHKEY_HOST": "0.0.0.0"], false), (["LATCHKEY_HOST": "127.0.0.1.example"], false),
            (["LATCHKEY_PUBLIC_URL": "https://lock.example"], false),
            (["LATCHKEY_PUBLIC_URL": "http://localhost.example"], false),
        ] as [([String: String], Bool)])
    func developmentRequiresLoopbackHostAndPublicURL(_ environment: [String: String], _ isAccepted: Bool) throws {
        let all = environment.merging(["LATCHKEY_DEV": "1"]) { own, _ in own }
        if isAccepted {
            #expect(try Settings(environment: all).isDevelopment)
        } else {
            let error = #expect(throws: SettingError.self) { try Settings(environment: all) }
            #expect(error?.isAbout(\.isDevelopment) == true)
        }
    }

    private static let empty = Dictionary(
        uniqueKeysWithValues: SettingEntry.all.map(\.name).filter { $0 != "LATCHKEY_SECRET_KEYS" }.map { ($0, "") })

    @Test func metricsPortMustDifferFromTheServerPort() throws {
        let port = ["LATCHKEY_PORT": "9464", "LATCHKEY_METRICS_PORT": "9464"]
        let error = #expect(throws: SettingError.self) { try Settings(environment: port) }
        #expect(error?.isAbout(\.metricsPort) == true)
    }

    @Test(
        arguments: [
            (IOError(errnoCode: EADDRNOTAVAIL, reason: "bind"), "LATCHKEY_HOST"),
            (IOError(errnoCode: EINVAL, reason: "bind"), "LATCHKEY_HOST"),
            (IOError(errnoCode: EADDRINUSE, reason: "bind"), "LATCHKEY_METRICS_PORT"),
            (IOError(errnoCode: EACCES, reason: "bind"), "LATCHKEY_METRICS_PORT"),
            (CancellationError(), nil),
        ] as [(any Error, String?)])
    func failedBindNamesTheHostOrPortSetting(_ error: any Error, _ name: String?) {
        #expect(SettingError(listeningOn: "192.0.2.1", 1, "LATCHKEY_METRICS_PORT", error)?.name == name)
    }

    @Test(arguments: [[:], empty])
    func absentAndEmptySettingsHaveTheDocumentedDefaults(_ environment: [String: String]) throws {
        let settings = try Settings(environment: environment)
        let cores = CPUQuota.current.limited(ProcessInfo.processInfo.activeProcessorCount)
        #expect(settings.host == "127.0.0.1" && settings.port == 8080)
        #expect(settings.dataDirectory.lastPathComponent == "data")
        #expect(settings.databasePath == settings.dataDirectory.appending(path: "latchkey.sqlite").path)
        #expect(settings.trustedProxies == 0 && settings.metricsPort == nil)
        #expect(settings.publicURL == nil && settings.secretKeys == nil)
        #expect(settings.mailFrom == FromAddress("Latchkey <no-reply@localhost>") && settings.emailTransport == .outbox)
        #expect(settings.isSignUpOpen && !settings.isDevelopment)
        // An IP address has no passkeys.
        #expect(settings.rules == TeamRules(arePasskeysOn: false))
        #expect(settings.rules.sessionDays == 30 && settings.rules.timeouts == [1, 5, 15, 30, 60])
        #expect(settings.kdfPermits == cores && settings.kdfQueue == 40 * cores)
    }

    @Test func settingsAreReadFromTheEnvironment() throws {
        let settings = try Settings(environment: [
            "LATCHKEY_HOST": "0.0.0.0", "LATCHKEY_PORT": "0", "LATCHKEY_DATA_DIR": "/srv/lock",
            "LATCHKEY_DATABASE_URL": "sqlite:/var/x.sqlite", "LATCHKEY_PUBLIC_URL": "HTTPS://Lock.Example:443/",
            "LATCHKEY_MAIL_FROM": "Lock <lock@lock.example>", "LATCHKEY_SECRET_KEYS": "k1:\(TestKeys.text)",
            "LATCHKEY_SIGN_UP": "closed", "LATCHKEY_KDF_PERMITS": "3", "LATCHKEY_KDF_QUEUE": "0",
            "LATCHKEY_DEV": "0", "LATCHKEY_MAIL_URL": "outbox:",
            "LATCHKEY_TRUSTED_PROXIES": "16", "LATCHKEY_METRICS_PORT": "9100", "LATCHKEY_PASSCODE": "required",
            "LATCHKEY_LONGEST_TIMEOUT": "15", "LATCHKEY_BIOMETRICS": "forbidden", "LATCHKEY_SESSION_DAYS": "365",
            "LATCHKEY_UNLOCK": "server",
        ])
        #expect(settings.host == "0.0.0.0" && settings.port == 0)
        #expect(settings.databasePath == "/var/x.sqlite")
        #expect(settings.publicURL?.origin == "https://lock.example" && settings.publicURL?.isHTTPS == true)
        #expect(settings.secretKeys?.all.map(\.id) == ["k1"])
        #expect(!settings.isSignUpOpen && settings.kdfPermits == 3 && settings.kdfQueue == 0)
        #expect(settings.trustedProxies == 16 && settings.metricsPort == 9100)
        let rules = TeamRules(
            passcode: .required, longestTimeoutMinutes: 15, biometrics: .forbidden, unlock: .server,
            arePasskeysOn: false, sessionDays: 365)
        #expect(settings.rules == rules && settings.rules.timeouts == [1, 5, 15])
        #expect(settings.outboxDirectory.path == "/srv/lock/outbox")
    }

    @Test func settingsTableOfTheManualMatchesTheCode() throws {
        let repository = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let manual = try String(contentsOf: repository.appending(path: "docs/operations.md"), encoding: .utf8)
        let section = try #require(manual.components(separatedBy: "\n## Settings\n").last)
        let rows = section.split(separator: "\n").drop { !$0.hasPrefix("| `LATCHKEY_") }.prefix { $0.hasPrefix("|") }
        let expected = SettingEntry.all.map { "| `\($0.name)` | \($0.defaultText) | \($0.help) |" }
        for row in expected where !rows.contains(Substring(row)) { Issue.record("docs/operations.md lacks \(row)") }
        #expect(rows.map(String.init) == expected)
    }

    @Test func databaseErrorsNameExistingSettings() {
        let names = SettingEntry.all.map(\.name)
        for setting in SettingError.DatabaseSetting.allCases { #expect(names.contains(setting.rawValue)) }
    }

    @Test func flagAndPlainTextHelpDeriveFromTheSetting() {
        let entry = SettingEntry(
            name: "LATCHKEY_DATA_DIR", defaultText: "`off`", help: "`on`: see [the team](#team) and [`x`](y).",
            isSecret: false)
        #expect(entry.flag == "data-dir")
        #expect(entry.flagHelp == "on: see the team and x. (default: off)")
    }
}
