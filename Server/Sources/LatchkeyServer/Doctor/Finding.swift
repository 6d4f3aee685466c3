/// One line of `latchkey-server doctor`. It holds no secret.
public struct Finding: Encodable, Equatable, Sendable, CustomStringConvertible {
    public enum Status: String, Encodable, Sendable {
        case fine = "ok"
        /// It works, and is hardly meant so.
        case warning
        /// The server does not start, or does not do what it is for.
        case failure
    }

    public enum Subject: String, Encodable, Sendable {
        case settings, files, keys, database, mail, listening, proxy
    }

    public let subject: Subject
    public let status: Status
    public let text: String
    /// What to do; nil where there is nothing.
    public let advice: String?

    init(_ subject: Subject, _ status: Status, _ text: String, advice: String? = nil) {
        self.subject = subject
        self.status = status
        self.text = text
        self.advice = advice
    }

    /// A setting that stops the start.
    init(_ subject: Subject, _ error: SettingError, advice: String) {
        self.init(subject, .failure, error.description, advice: advice)
    }

    public var description: String {
        "\(subject.rawValue): \(status.rawValue): \(text)\(advice.map { "; \($0)" } ?? "")"
    }
}
