import HTTPTypes

/// A transport for Brevo (https://developers.brevo.com/docs/send-a-transactional-email).
struct BrevoEmailTransport: EmailTransport {
    let service: EmailAPIConfiguration
    let client: EmailServiceClient

    func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        let response = try await client.post(
            Message(email), to: service.endpoint + "/v3/smtp/email", headers: [.brevoKey: service.key])
        if [201, 202].contains(response.status) { return }
        let code: String? = response.member("code")
        // Brevo accepted the email in an attempt whose result was not stored.
        if code == "duplicate_parameter" { return }
        throw Self.error(status: response.status, code: code, retryAfter: response.retryAfter)
    }

    /// Maps a status and code (https://developers.brevo.com/docs/how-it-works) to an error.
    ///
    /// Brevo accepts blocked addresses, and reports them to the webhook. An invalid parameter may be the sender's or
    /// the recipient's, so that the email waits for the operator.
    private static func error(status: Int, code: String?, retryAfter: Duration?) -> EmailTransportError {
        switch status {
        case 401: .misconfigured(reason: "Brevo rejects the key")
        case 402: .misconfigured(reason: "Brevo has no credits left")
        case 429, 500...: .deferred(code: status, retryAfter: retryAfter)
        default: .misconfigured(reason: "Brevo returns \(status) \(knownCode(code))")
        }
    }

    /// Returns only known codes, because responses may quote the email.
    private static func knownCode(_ code: String?) -> String {
        let known = [
            "invalid_parameter", "missing_parameter", "out_of_range", "permission_denied", "account_under_validation",
            "document_not_found", "method_not_allowed", "reseller_permission_denied",
        ]
        return code.flatMap { known.contains($0) ? $0 : nil } ?? ""
    }

    private struct Message: Encodable {
        struct Person: Encodable {
            let name: String?
            let email: String
        }

        let sender: Person
        let to: [Person]
        let subject: String
        let textContent: String
        let htmlContent: String
        let headers: [String: String]

        init(_ email: OutgoingEmail) {
            sender = Person(name: email.from.name, email: email.from.address)
            to = [Person(name: nil, email: email.recipient)]
            subject = email.content.subject
            textContent = email.content.text
            htmlContent = email.content.html
            headers = [
                "Message-ID": email.messageID, "Auto-Submitted": "auto-generated",
                "idempotencyKey": Self.key(of: email),
            ]
        }

        /// Returns the idempotency key, a UUID. Brevo rejects a used key for half an hour
        /// (https://developers.brevo.com/docs/heterogenous-versions-batch-emails), and does not say whether a rejected
        /// request uses its key. A retry after a failure has another key, so that no email is lost.
        private static func key(of email: OutgoingEmail) -> String {
            let count = String(email.failures % 0x1_0000, radix: 16)
            let digits = Array(email.id.prefix(28) + String(repeating: "0", count: 4 - count.count) + count)
            guard digits.count == 32 else { return "\(email.id)-\(count)" }
            return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
        }
    }
}

extension HTTPField.Name {
    // A constant of legal characters.
    fileprivate static let brevoKey = Self("api-key").unsafelyUnwrapped
}
