import Foundation

/// The server's settings, read once at the start.
struct Settings: Sendable {
    enum SignUp: String, Sendable {
        case open
        case closed
    }

    var host: String
    var port: Int
    var dataDirectory: URL
    var databasePath: String
    /// Nil stands for `http://HOST:PORT`.
    var publicURL: PublicURL?
    /// Nil: the security settings.
    var homeURL: String?
    var mailService: MailService
    var mailFrom: MailSender
    /// Nil: there are no webhooks.
    var webhookSecret: WebhookSecret?
    /// Nil: in the data directory.
    var secretKeys: SecretKeys?
    /// How many proxies stand in front, each of which adds an address to `X-Forwarded-For`.
    var trustedProxies: Int
    var signUp: SignUp
    var kdfPermits: Int
    var kdfQueue: Int
    /// Nil: no metrics.
    var metricsPort: Int?
    var isDevelopment: Bool

    var isHTTPS: Bool { publicURL?.isHTTPS ?? false }
    var outboxDirectory: URL { dataDirectory.appending(path: "outbox") }
    var secretKeysFile: URL { dataDirectory.appending(path: "secret-keys") }
    var clockOffsetFile: URL { dataDirectory.appending(path: "clock-offset") }
}
