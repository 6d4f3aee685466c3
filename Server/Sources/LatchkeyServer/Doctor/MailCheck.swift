import Foundation

/// The check of the email transport. Sends a test email on request.
struct MailCheck: Sendable {
    let service: MailService
    let sender: MailSender
    let outbox: URL

    static let adviceOnOutbox = "let the server's user write there, or set LATCHKEY_MAIL_URL"

    /// The finding without a test email.
    func finding() -> Finding {
        if service == .outbox {
            return Finding(
                .mail, .warning, "mails stay as files in \(outbox.path.debugDescription)",
                advice: "set LATCHKEY_MAIL_URL to the mail server or service that sends them")
        }
        if sender == .standard {
            return Finding(
                .mail, .warning, "\(destination) is given mails from \(sender.address)",
                advice: "set LATCHKEY_MAIL_FROM to an address that may send there")
        }
        return Finding(
            .mail, .fine, "\(destination) is given mails from \(sender.address); not tried",
            advice: "--mail ADDRESS sends one")
    }

    /// Sends a test email once.
    func sent(
        to address: EmailAddress, by transport: any MailTransport, id: String, at time: Timestamp
    ) async -> Finding {
        let text = """
            This mail was sent by "latchkey-server doctor --mail", to find out whether the server's mails arrive.
            There is nothing to do.
            """
        let mail = OutgoingMail(
            id: id, from: sender, recipient: address.text,
            content: MailContent(subject: "A try of Latchkey's mails", text: text, html: "<p>\(text)</p>"),
            createdAt: time, failures: 0)
        do throws(MailTransportError) {
            try await transport.send(mail)
            return Finding(
                .mail, .fine, "\(destination) took a mail to \(address.text)", advice: "look whether it arrives")
        } catch {
            return Finding(.mail, .failure, "\(destination): \(error)", advice: advice(on: error))
        }
    }

    /// The address, without user, password or key.
    private var destination: String {
        switch service {
        case .outbox: "the folder \(outbox.path.debugDescription)"
        case .smtp(let server): "\(server.address) (EHLO \(server.ehloName))"
        case .postmark: "Postmark"
        case .brevo: "Brevo"
        }
    }

    private func advice(on error: MailTransportError) -> String {
        switch error {
        case .unreachable where service == .outbox: Self.adviceOnOutbox
        case .refused(_, address: true): "try another address"
        case .refused: "try another address, or ask the mail server why"
        case .deferred: "try again later; a mail of the server's would wait and be tried again"
        case .misconfigured: "fix LATCHKEY_MAIL_URL or LATCHKEY_MAIL_FROM as the reason says"
        case .interrupted: "the mail server answers; its log says why it stopped, and whether it has the email"
        case .unreachable: "look at the host and port of LATCHKEY_MAIL_URL, and at the firewall"
        }
    }
}
