/// A finding of `latchkey-server doctor`: one line, without secrets.
public struct Finding: Encodable, Equatable, Sendable, CustomStringConvertible {
    /// The severity of a finding.
    public enum Status: String, Encodable, Sendable {
        case fine = "ok"
        /// The server works, but the setting is probably a mistake.
        case warning
        /// The server does not start or does not work.
        case failure
    }

    /// The checked part of the server.
    public enum Subject: String, Encodable, Sendable {
        case settings, files, keys, database
        case email = "mail"
        case listening, proxy
    }

    /// The part of the server that was checked.
    public let subject: Subject
    /// The severity of the finding.
    public let status: Status
    /// The finding, as a phrase.
    public let text: String
    /// The advice to the operator; nil for none.
    public let advice: String?

    init(_ subject: Subject, _ status: Status, _ text: String, advice: String? = nil) {
        self.subject = subject
        self.status = status
        self.text = text
        self.advice = advice
    }

    /// A setting that prevents the start.
    init(_ subject: Subject, _ error: SettingError, advice: String) {
        self.init(subject, .failure, error.description, advice: advice)
    }

    public var description: String {
        "\(subject.rawValue): \(status.rawValue): \(text)\(advice.map { "; \($0)" } ?? "")"
    }
}
