import Foundation

/// The settings of the server, read once at the start.
struct Settings: Sendable {
    enum SignUp: String, Sendable {
        case open
        case closed
    }

    var host: String
    var port: Int
    var dataDirectory: URL
    var database: DatabaseLocation
    /// Nil means `http://HOST:PORT`.
    var publicURL: PublicURL?
    /// Nil means the security settings.
    var homeURL: String?
    var mailService: MailService
    var mailFrom: MailSender
    /// Nil switches webhooks off.
    var webhookSecret: BasicPassword?
    /// Nil switches introspection off.
    var introspectionSecret: BasicPassword?
    /// Nil means the keys in the data directory.
    var secretKeys: SecretKeys?
    /// The number of proxies in front, each of which appends an address to `X-Forwarded-For`.
    var trustedProxies: Int
    var signUp: SignUp
    /// Nil where no provider signs in.
    var identity: IdentitySettings?
    /// Whether mails sign in, and reset passcodes.
    var isMailSignInOn: Bool
    var rules: TeamRules
    var kdfPermits: Int
    var kdfQueue: Int
    /// Nil switches metrics off.
    var metricsPort: Int?
    var isDevelopment: Bool

    var isHTTPS: Bool { publicURL?.isHTTPS ?? false }
    var outboxDirectory: URL { dataDirectory.appending(path: "outbox") }
    var secretKeysFile: URL { dataDirectory.appending(path: "secret-keys") }
    var clockOffsetFile: URL { dataDirectory.appending(path: "clock-offset") }
}
