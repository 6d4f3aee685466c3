import Foundation
import LatchkeyPasskeys

/// The settings of the server, read once at the start. The rows of ``SettingTable`` are its properties.
@dynamicMemberLookup
struct Settings: Sendable {
    private let values: SettingValues
    let database: DatabaseLocation
    let emailTransport: EmailTransportConfiguration
    /// The settings of the team's provider; nil without one.
    let identity: IdentitySettings?
    let rules: TeamRules

    /// Reads the settings. Throws ``SettingError`` for the first value that is invalid by itself or with others.
    init(environment: [String: String]) throws {
        values = try SettingValues(environment)
        database = try values.database()
        guard let emailTransport = EmailTransportConfiguration(url: values.mailURL, at: values.publicURL) else {
            throw SettingError(
                name: \.mailURL, value: nil, isNot: "a mail server or service", use: EmailTransportConfiguration.rule)
        }
        self.emailTransport = emailTransport
        identity = try values.identity()
        rules = TeamRules(
            passcode: values.passcodeRule, longestTimeoutMinutes: values.longestTimeout, biometrics: values.biometrics,
            unlock: values.unlock,
            arePasskeysOn: values.biometrics == .allowed
                && RelyingParty(values.publicURL ?? values.listeningURL) != nil,
            sessionDays: values.sessionDays)
        if self.metricsPort == self.port {
            throw SettingError(
                name: \.metricsPort, reason: "\(self.port) is also LATCHKEY_PORT. Use another port")
        }
        if !self.isEmailSignInEnabled, identity == nil {
            throw SettingError(
                name: \.isEmailSignInEnabled,
                reason: "off requires a provider. Set LATCHKEY_IDENTITY_ISSUER, or use on")
        }
        try validateSharedSettings()
        try validateDevelopment()
        try validateHomeURL()
    }

    subscript<Value>(dynamicMember row: KeyPath<SettingTable, Setting<Value>>) -> Value {
        values[dynamicMember: row]
    }

    var isHTTPS: Bool { self.publicURL?.isHTTPS ?? false }
    var outboxDirectory: URL { self.dataDirectory.appending(path: "outbox") }
    var secretKeysFile: URL { self.dataDirectory.appending(path: "secret-keys") }
    var clockOffsetFile: URL { self.dataDirectory.appending(path: "clock-offset") }

    /// Throws unless settings that all servers of a database must share are set: the public URL and the keys.
    private func validateSharedSettings() throws {
        if case .sqlite = database { return }
        if self.publicURL == nil, !self.isDevelopment {
            throw SettingError(
                name: \.publicURL, reason: "is required with PostgreSQL. Use the address that users open")
        }
        if self.secretKeys == nil {
            throw SettingError(
                name: \.secretKeys, reason: "is required with PostgreSQL. Use the same keys on all servers")
        }
    }

    private func validateHomeURL() throws {
        // Port 0 is resolved later; whether the home is a path on this site is already known.
        guard let homeURL = self.homeURL, let path = HomePath(homeURL, on: self.publicURL ?? values.listeningURL),
            path.leadsBack
        else { return }
        throw SettingError(
            name: \.homeURL, value: homeURL, isNot: "a home page, because it redirects",
            use: "any page except /lock, /sign-in, and / with a query")
    }

    private func validateDevelopment() throws {
        guard self.isDevelopment else { return }
        guard HostName.loopback.contains(self.host), self.publicURL?.isLoopback ?? true else {
            throw SettingError(
                name: \.isDevelopment,
                reason: "1 requires loopback addresses. Change LATCHKEY_HOST and LATCHKEY_PUBLIC_URL, or use 0")
        }
    }
}

extension SettingValues {
    /// The URL of the server if no public URL is set.
    fileprivate var listeningURL: PublicURL? {
        PublicURL("http://\(self.host.contains(":") ? "[\(self.host)]" : self.host):\(self.port)")
    }
}
