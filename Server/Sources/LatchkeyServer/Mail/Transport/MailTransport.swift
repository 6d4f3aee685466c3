/// Hands mails to a mail server or service.
protocol MailTransport: Sendable {
    /// Returns once the other side has accepted the mail. Sending the same `id` again must do no harm: a worker that is
    /// killed after sending sends again.
    func send(_ mail: OutgoingMail) async throws(MailTransportError)
}

/// The reason why a mail was not accepted. No case holds anything of the mail or of the other side's reply.
enum MailTransportError: Error, Equatable, CustomStringConvertible {
    /// The other side will never accept this mail, so that trying again is of no use.
    ///
    /// - `address`: Whether it refuses the address.
    case refused(code: Int, address: Bool)
    /// The other side does not accept the mail now.
    ///
    /// - `retryAfter`: How long to wait before the next try, where it says so.
    case deferred(code: Int, retryAfter: Duration? = nil)
    /// The other side does not let this server send at all, or cannot be trusted: the operator must act. The mail
    /// waits.
    case misconfigured(reason: String)
    /// The other side could not be reached, or did not reply; whether it has the mail is unknown.
    case unreachable(reason: String)
    /// The other side replied, and then broke the connection or was too slow; whether it has the email is unknown.
    case interrupted(reason: String)

    /// Whether the operator must act.
    var needsOperator: Bool {
        if case .misconfigured = self { true } else { false }
    }

    var description: String {
        switch self {
        case .refused(let code, let address): "refused for good (\(code)\(address ? ", the address" : ""))"
        case .deferred(let code, _): "refused for now (\(code))"
        case .misconfigured(let reason): "cannot send with these settings: \(reason)"
        case .unreachable(let reason): "no answer: \(reason)"
        case .interrupted(let reason): "broken off: \(reason)"
        }
    }
}

/// Counts the mails that a transport sends, and those that it cannot send.
struct CountedTransport: MailTransport {
    let transport: any MailTransport
    let metrics: ServerMetrics

    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        do throws(MailTransportError) {
            try await transport.send(mail)
            metrics.mails.count(.sent)
        } catch {
            metrics.mails.count(.failed)
            throw error
        }
    }
}
