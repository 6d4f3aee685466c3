import HTTPTypes

/// A transport for Postmark (https://postmarkapp.com/developer/api/email-api).
///
/// Postmark has no idempotency keys: an email may arrive twice if the server is killed after sending it.
struct PostmarkEmailTransport: EmailTransport {
    let service: EmailAPIConfiguration
    let client: EmailServiceClient

    func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        let response = try await client.post(
            Message(email), to: service.endpoint + "/email", headers: [.postmarkToken: service.key])
        let code: Int? = response.member("ErrorCode")
        if response.status == 200, code == 0 { return }
        throw Self.error(status: response.status, code: code, retryAfter: response.retryAfter)
    }

    /// Maps an error code (https://postmarkapp.com/developer/api/overview#error-codes) to an error. Unknown errors are
    /// retried.
    private static func error(status: Int, code: Int?, retryAfter: Duration?) -> EmailTransportError {
        switch (status, code) {
        // Postmark no longer sends to the recipient after a bounce or complaint.
        case (_, 406?): .rejected(code: 406, address: true)
        case (401, _), (_, 10?): .misconfigured(reason: "Postmark rejects the token (10)")
        // 300: a malformed address or header; 4xx: the sender's signature, or the account's state.
        case (422, let code?): .misconfigured(reason: "Postmark rejects emails of this account (\(code))")
        case (429, _), (500..., _): .deferred(code: status, retryAfter: retryAfter)
        default: .misconfigured(reason: "Postmark returns \(status)")
        }
    }

    private struct Message: Encodable {
        struct Header: Encodable {
            let name: String
            let value: String

            enum CodingKeys: String, CodingKey {
                case name = "Name"
                case value = "Value"
            }
        }

        let from: String
        let to: String
        let subject: String
        let text: String
        let html: String
        let headers: [Header]
        let stream = "outbound"
        // A tracked link would send its token to Postmark's log (V10).
        let trackOpens = false
        let trackLinks = "None"

        enum CodingKeys: String, CodingKey {
            case from = "From"
            case to = "To"
            case subject = "Subject"
            case text = "TextBody"
            case html = "HtmlBody"
            case headers = "Headers"
            case stream = "MessageStream"
            case trackOpens = "TrackOpens"
            case trackLinks = "TrackLinks"
        }

        init(_ email: OutgoingEmail) {
            from = email.from.plainHeader
            to = email.recipient
            subject = email.content.subject
            text = email.content.text
            html = email.content.html
            headers = [
                Header(name: "Message-ID", value: email.messageID),
                // Otherwise Postmark replaces the ID
                // (https://postmarkapp.com/developer/user-guide/send-email-with-smtp).
                Header(name: "X-PM-KeepID", value: "true"),
                Header(name: "Auto-Submitted", value: "auto-generated"),
            ]
        }
    }
}

extension HTTPField.Name {
    // A constant of legal characters.
    fileprivate static let postmarkToken = Self("X-Postmark-Server-Token").unsafelyUnwrapped
}
