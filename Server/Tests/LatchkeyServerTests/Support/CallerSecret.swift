import Foundation

/// The passwords of callers without a session.
enum CallerSecret {
    static let webhook = "secret-of-webhooks"
    static let introspection = "secret-of-backends"

    /// Returns the `Authorization` header with the password.
    static func login(_ secret: String) -> String { "Basic \(Data("x:\(secret)".utf8).base64EncodedString())" }
}
