import Foundation

extension Settings {
    /// Reads the settings. An empty value counts as absent, but for the secret keys.
    ///
    /// - Throws: ``SettingError`` for the first one that is wrong, or that this version does not know yet.
    init(environment: [String: String]) throws {
        let values = SettingValues(environment: environment)
        host = values[.host] ?? "127.0.0.1"
        port = try values.number(.port, in: 0...65_535) ?? 8080
        dataDirectory = URL(filePath: values[.dataDirectory] ?? "./data", directoryHint: .isDirectory)
        databasePath = try values.sqlitePath(in: dataDirectory)
        publicURL = try values.parsed(.publicURL, "must be http:// or https:// and a host, without a path") {
            PublicURL($0)
        }
        homeURL = try values.parsed(
            .homeURL, "must be http:// or https:// and a host, or a path on this site", HomePage.parse)
        mailService = try values.parsed(.mailURL, MailServiceURL.rule, MailServiceURL.parse) ?? .outbox
        mailFrom =
            try values.parsed(
                .mailFrom, "must be a sender such as Latchkey <no-reply@example.com>", MailSender.init)
            ?? .standard
        webhookSecret = try values.parsed(.webhookSecret, "must be printable text", WebhookSecret.init)
        trustedProxies = try values.number(.trustedProxies, in: 0...16) ?? 0
        signUp = try values.parsed(.signUp, "must be open or closed", SignUp.init(rawValue:)) ?? .open
        let cores = CPUQuota.current.limited(ProcessInfo.processInfo.activeProcessorCount)
        kdfPermits = try values.number(.kdfPermits, in: 1...1024) ?? cores
        kdfQueue = try values.number(.kdfQueue, in: 0...100_000) ?? 40 * cores
        metricsPort = try values.number(.metricsPort, in: 1...65_535)
        isDevelopment = try values.parsed(.development, "must be 0 or 1") { ["0": false, "1": true][$0] } ?? false
        // Empty is no "absent" here: keys that were not filled in must not be replaced by new ones in silence.
        secretKeys = try environment[SettingName.secretKeys.rawValue].map { text in
            do throws(SecretKeysError) {
                return try SecretKeys(parsing: text)
            } catch {
                throw SettingError(name: .secretKeys, reason: error.description)
            }
        }
        try refuseDevelopmentInPublic()
        try refuseHomeThatLeadsBack()
    }

    private func refuseHomeThatLeadsBack() throws {
        // The port of 0 is known only later; what is a path on this site is known now.
        let site = publicURL ?? PublicURL("http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
        guard let homeURL, let path = HomePath(homeURL, on: site), path.leadsBack else { return }
        throw SettingError(
            name: .homeURL, reason: "must not be a page of the lock that leads on: /lock, /sign-in, or / with a query")
    }

    private func refuseDevelopmentInPublic() throws {
        guard isDevelopment else { return }
        guard PublicURL.loopbackHosts.contains(host), publicURL?.isLoopback ?? true else {
            throw SettingError(
                name: .development, reason: "needs LATCHKEY_HOST and LATCHKEY_PUBLIC_URL on the loopback")
        }
    }
}

private struct SettingValues {
    let environment: [String: String]

    subscript(name: SettingName) -> String? {
        environment[name.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    func parsed<Value>(_ name: SettingName, _ rule: String, _ parse: (String) -> Value?) throws -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = parse(text) else { throw SettingError(name: name, reason: rule) }
        return value
    }

    func number(_ name: SettingName, in bounds: ClosedRange<Int>) throws -> Int? {
        try parsed(name, "must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)") { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }

    func sqlitePath(in directory: URL) throws -> String {
        let prefix = "sqlite:"
        let text = self[.databaseURL] ?? "sqlite:latchkey.sqlite"
        guard text.hasPrefix(prefix), text.count > prefix.count else {
            throw SettingError(name: .databaseURL, reason: "only sqlite:FILE is supported by this version")
        }
        return URL(filePath: String(text.dropFirst(prefix.count)), relativeTo: directory).path
    }
}
