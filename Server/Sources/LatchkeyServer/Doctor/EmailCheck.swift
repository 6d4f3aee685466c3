import Foundation

/// The check of the email transport. Sends a test email on request.
struct EmailCheck: Sendable {
    let service: EmailTransportConfiguration
    let fromAddress: FromAddress
    let outbox: URL

    static let adviceOnOutbox = "give the server's user write access, or set LATCHKEY_MAIL_URL"

    /// The finding without a test email.
    func finding() -> Finding {
        if service == .outbox {
            return Finding(
                .email, .warning, "emails are stored as files in \(outbox.path.debugDescription)",
                advice: "set LATCHKEY_MAIL_URL to a mail server or service")
        }
        if fromAddress == .standard {
            return Finding(
                .email, .warning, "\(destination) sends emails from \(fromAddress.address)",
                advice: "set LATCHKEY_MAIL_FROM to an address that it accepts")
        }
        return Finding(
            .email, .fine, "\(destination) sends emails from \(fromAddress.address); not tested",
            advice: "--mail ADDRESS sends a test email")
    }

    /// Sends a test email once.
    func sent(
        to address: EmailAddress, by transport: any EmailTransport, id: String, at time: Timestamp
    ) async -> Finding {
        let text = """
            This email was sent by "latchkey-server doctor --mail" to test the server's email delivery.
            No action is required.
            """
        let email = OutgoingEmail(
            id: id, from: fromAddress, recipient: address.text,
            content: EmailContent(subject: "Latchkey test email", text: text, html: "<p>\(text)</p>"),
            createdAt: time, failures: 0)
        do throws(EmailTransportError) {
            try await transport.send(email)
            return Finding(
                .email, .fine, "\(destination) accepted an email to \(address.text)", advice: "check that it arrives")
        } catch {
            return Finding(.email, .failure, "\(destination): \(error)", advice: advice(on: error))
        }
    }

    /// The address, without user, password or key.
    private var destination: String {
        switch service {
        case .outbox: "the directory \(outbox.path.debugDescription)"
        case .smtp(let server): "\(server.address) (EHLO \(server.ehloName))"
        case .postmark: "Postmark"
        case .brevo: "Brevo"
        }
    }

    private func advice(on error: EmailTransportError) -> String {
        switch error {
        case .unreachable where service == .outbox: Self.adviceOnOutbox
        case .rejected(_, address: true): "try another address"
        case .rejected: "try another address, or see the mail server's log"
        case .deferred: "try again later; the server retries its emails"
        case .misconfigured: "fix LATCHKEY_MAIL_URL or LATCHKEY_MAIL_FROM"
        case .interrupted: "the mail server responds; see its log for the reason, and whether it accepted the email"
        case .unreachable: "check the host and port in LATCHKEY_MAIL_URL, and the firewall"
        }
    }
}
