import HTTPTypes

/// Sends through Postmark (https://postmarkapp.com/developer/api/email-api).
///
/// Postmark knows no key that would make a second request for the same mail harmless: a mail that was sent when the
/// server was killed may arrive twice.
struct PostmarkMailTransport: MailTransport {
    let service: HTTPMailService
    let client: MailServiceClient

    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        let answer = try await client.post(
            Message(mail), to: service.endpoint + "/email", headers: [.postmarkToken: service.key])
        let code: Int? = answer.member("ErrorCode")
        if answer.status == 200, code == 0 { return }
        throw Self.error(status: answer.status, code: code, retryAfter: answer.retryAfter)
    }

    /// https://postmarkapp.com/developer/api/overview#error-codes; what is not known is tried again, not given up.
    private static func error(status: Int, code: Int?, retryAfter: Duration?) -> MailTransportError {
        switch (status, code) {
        // The recipient bounced or complained before, and Postmark sends nothing there any more.
        case (_, 406?): .refused(code: 406, address: true)
        case (401, _), (_, 10?): .misconfigured(reason: "Postmark does not know the token (10)")
        // 300: a malformed address or header; 4xx: the sender's signature, the account's state.
        case (422, let code?): .misconfigured(reason: "Postmark does not take mails from here (\(code))")
        case (429, _), (500..., _): .deferred(code: status, retryAfter: retryAfter)
        default: .misconfigured(reason: "Postmark answers \(status)")
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
        // A tracked link would lead through Postmark, and its token would be in a log there (V10).
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

        init(_ mail: OutgoingMail) {
            from = mail.from.plainHeader
            to = mail.recipient
            subject = mail.content.subject
            text = mail.content.text
            html = mail.content.html
            headers = [
                Header(name: "Message-ID", value: mail.messageID),
                // Without it Postmark puts its own in the place of ours
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
