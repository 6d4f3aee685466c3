/// A transport that passes emails to a mail server or service.
protocol EmailTransport: Sendable {
    /// Returns after the other side has accepted the email. Must be idempotent for an `id`, because a worker may be
    /// killed after sending.
    func send(_ email: OutgoingEmail) async throws(EmailTransportError)
}

/// The reason why an email was not accepted. No case contains a part of the email or of the reply.
enum EmailTransportError: Error, Equatable, CustomStringConvertible {
    /// Rejected permanently; a retry is useless.
    ///
    /// - `address`: Whether the address was rejected.
    case rejected(code: Int, address: Bool)
    /// Rejected temporarily.
    ///
    /// - `retryAfter`: How long to wait before the next attempt, if the server specifies it.
    case deferred(code: Int, retryAfter: Duration? = nil)
    /// The other side does not accept emails from this server, or cannot be trusted. The email waits for the operator.
    case misconfigured(reason: String)
    /// The other side was not reached, or did not reply. The email may have been accepted.
    case unreachable(reason: String)
    /// The connection was interrupted or too slow after a reply. The email may have been accepted.
    case interrupted(reason: String)

    /// Whether the operator must act.
    var needsOperator: Bool {
        if case .misconfigured = self { true } else { false }
    }

    var description: String {
        switch self {
        case .rejected(let code, let address): "rejected permanently (\(code)\(address ? ", the address" : ""))"
        case .deferred(let code, _): "rejected temporarily (\(code))"
        case .misconfigured(let reason): "cannot send with LATCHKEY_MAIL_URL and LATCHKEY_MAIL_FROM: \(reason)"
        case .unreachable(let reason): "no response: \(reason)"
        case .interrupted(let reason): "failed after a reply: \(reason)"
        }
    }
}

/// A transport that counts sent and failed emails.
struct CountedTransport: EmailTransport {
    let transport: any EmailTransport
    let metrics: ServerMetrics

    func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        do throws(EmailTransportError) {
            try await transport.send(email)
            metrics.emails.count(.sent)
        } catch {
            metrics.emails.count(.failed)
            throw error
        }
    }
}
