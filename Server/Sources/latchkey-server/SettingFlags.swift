import ArgumentParser
import Foundation
import LatchkeyServer

/// A flag for each setting but the secrets, which comes before the environment.
struct SettingFlags: ParsableArguments {
    @Option(help: "Where to listen.") var host: String?
    @Option(help: "The port; 0 picks one.") var port: String?
    @Option(help: "The database, the outbox and generated keys.") var dataDir: String?
    @Option(help: "sqlite:FILE, in the data directory if relative, or postgres://USER@HOST1,HOST2/DATABASE.")
    var databaseUrl: String?
    @Option(help: "required, or none for a single server of PostgreSQL's.") var databaseReplicas: String?
    @Option(help: "Transactions at once.") var databaseConnections: String?
    @Option(help: "none or transaction: what is before PostgreSQL.") var databasePooler: String?
    @Option(help: "serve, or never: migrate alone brings the schema up to date.") var databaseMigrate: String?
    @Option(help: "Base of links in mails; the origin that cookies work for.") var publicUrl: String?
    @Option(help: "The application that one comes to after unlocking.") var homeUrl: String?
    @Option(help: "The sender of mails.") var mailFrom: String?
    @Option(help: "How many proxies are in front of the server.") var trustedProxies: String?
    @Option(help: "open or closed.") var signUp: String?
    @Option(help: "optional or required: whether each account must have a passcode.") var passcode: String?
    @Option(help: "1, 5, 15, 30 or 60 minutes; longer settings count as this.") var longestTimeout: String?
    @Option(help: "allowed or forbidden, in apps.") var biometrics: String?
    @Option(help: "The days after its sign-in at which a session ends, 1 to 365.") var sessionDays: String?
    @Option(help: "Passcode checks at once.") var kdfPermits: String?
    @Option(help: "Passcode checks waiting.") var kdfQueue: String?
    @Option(help: "The port of /metrics; off when absent.") var metricsPort: String?
    @Option(help: "The OpenID provider of the team: its https address, as tokens name it.") var identityIssuer: String?
    @Option(help: "What the button to it says.") var identityName: String?
    @Option(help: "Who the pages are to the provider.") var identityClientId: String?
    @Option(help: "The audiences of apps' tokens, with spaces between them.") var identityAudiences: String?
    @Option(help: "Other audiences that a token may also have, with spaces between them.")
    var identityTrustedAudiences: String?
    @Option(help: "Who apps without a login of their own are to the provider.") var identityAppClientId: String?
    @Option(help: "on, or off: only the provider signs in.") var mailSignIn: String?
    @Option(help: "1 for development.") var dev: String?

    /// The environment with the flags in it.
    var environment: [String: String] {
        SettingName.allCases.reduce(into: ProcessInfo.processInfo.environment) { environment, name in
            let flag: String? =
                switch name {
                case .databasePassword, .mailURL, .secretKeys, .webhookSecret, .introspectionSecret,
                    .identityClientSecret:
                    nil
                case .host: host
                case .port: port
                case .dataDirectory: dataDir
                case .databaseURL: databaseUrl
                case .databaseReplicas: databaseReplicas
                case .databaseConnections: databaseConnections
                case .databasePooler: databasePooler
                case .databaseMigrate: databaseMigrate
                case .publicURL: publicUrl
                case .homeURL: homeUrl
                case .mailFrom: mailFrom
                case .trustedProxies: trustedProxies
                case .signUp: signUp
                case .passcode: passcode
                case .longestTimeout: longestTimeout
                case .biometrics: biometrics
                case .sessionDays: sessionDays
                case .kdfPermits: kdfPermits
                case .kdfQueue: kdfQueue
                case .metricsPort: metricsPort
                case .identityIssuer: identityIssuer
                case .identityName: identityName
                case .identityClientID: identityClientId
                case .identityAudiences: identityAudiences
                case .identityTrustedAudiences: identityTrustedAudiences
                case .identityAppClientID: identityAppClientId
                case .mailSignIn: mailSignIn
                case .development: dev
                }
            environment[name.rawValue] = flag ?? environment[name.rawValue]
        }
    }
}
