import Foundation
import LatchkeyPasskeys

extension Settings {
    /// Reads the settings. An empty value counts as absent, except for the secret keys.
    ///
    /// - Throws: ``SettingError`` for the first value that is wrong, or that this version does not support.
    init(environment: [String: String]) throws {
        let values = SettingValues(environment)
        host = values[.host] ?? "127.0.0.1"
        port = try values.number(.port, in: 0...65_535) ?? 8080
        dataDirectory = URL(filePath: values[.dataDirectory] ?? "./data", directoryHint: .isDirectory)
        database = try values.database(in: dataDirectory)
        publicURL = try values.parsed(.publicURL, "must be http:// or https:// and a host, without a path") {
            PublicURL($0)
        }
        homeURL = try values.parsed(
            .homeURL, "must be http:// or https:// and a host, or a path on this site", HomePage.parse)
        mailService =
            try values.parsed(.mailURL, MailService.rule) { [publicURL] in MailService(url: $0, at: publicURL) }
            ?? .outbox
        mailFrom =
            try values.parsed(
                .mailFrom, "must be a sender such as Latchkey <no-reply@example.com>", MailSender.init)
            ?? .standard
        webhookSecret = try values.parsed(.webhookSecret, BasicPassword.rule, BasicPassword.init)
        introspectionSecret = try values.parsed(.introspectionSecret, BasicPassword.rule, BasicPassword.init)
        trustedProxies = try values.number(.trustedProxies, in: 0...16) ?? 0
        signUp = try values.parsed(.signUp, "must be open or closed", SignUp.init(rawValue:)) ?? .open
        rules = try values.rules()
        let cores = CPUQuota.current.limited(ProcessInfo.processInfo.activeProcessorCount)
        kdfPermits = try values.number(.kdfPermits, in: 1...1024) ?? cores
        kdfQueue = try values.number(.kdfQueue, in: 0...100_000) ?? 40 * cores
        metricsPort = try values.number(.metricsPort, in: 1...65_535)
        if metricsPort == port { throw SettingError(name: .metricsPort, reason: "must not be that of LATCHKEY_PORT") }
        isDevelopment = try values.parsed(.development, "must be 0 or 1") { ["0": false, "1": true][$0] } ?? false
        // An empty value is an error here: keys that were not filled in must not be replaced by new ones in silence.
        secretKeys = try values.text(.secretKeys).map { text in
            do throws(SecretKeysError) {
                return try SecretKeys(parsing: text)
            } catch {
                throw SettingError(name: .secretKeys, reason: error.description)
            }
        }
        identity = try values.identity(isDevelopment: isDevelopment)
        isMailSignInOn = try values.parsed(.mailSignIn, "must be on or off") { ["on": true, "off": false][$0] } ?? true
        if !isMailSignInOn, identity == nil {
            throw SettingError(name: .mailSignIn, reason: "may be off only where LATCHKEY_IDENTITY_ISSUER signs in")
        }
        rules.arePasskeysOn = rules.biometrics == .allowed && RelyingParty(publicURL ?? listeningURL) != nil
        try refuseWhatServersDoNotShare()
        try refuseDevelopmentInPublic()
        try refuseHomeThatLeadsBack()
    }

    /// The servers of one database have the same address and the same keys.
    private func refuseWhatServersDoNotShare() throws {
        if case .sqlite = database { return }
        if publicURL == nil, !isDevelopment {
            throw SettingError(name: .publicURL, reason: "must be set, since servers share the database")
        }
        if secretKeys == nil {
            throw SettingError(name: .secretKeys, reason: "must be set, since servers share the database")
        }
    }

    /// Where people reach the server unless a public URL is set.
    private var listeningURL: PublicURL? { PublicURL("http://\(host.contains(":") ? "[\(host)]" : host):\(port)") }

    private func refuseHomeThatLeadsBack() throws {
        // The port of 0 is known later only; whether the home is a path on this site is known now.
        guard let homeURL, let path = HomePath(homeURL, on: publicURL ?? listeningURL), path.leadsBack else { return }
        throw SettingError(
            name: .homeURL, reason: "must not be a page of the lock that leads on: /lock, /sign-in, or / with a query")
    }

    private func refuseDevelopmentInPublic() throws {
        guard isDevelopment else { return }
        guard HostName.loopback.contains(host), publicURL?.isLoopback ?? true else {
            throw SettingError(
                name: .development, reason: "needs LATCHKEY_HOST and LATCHKEY_PUBLIC_URL on the loopback")
        }
    }
}
