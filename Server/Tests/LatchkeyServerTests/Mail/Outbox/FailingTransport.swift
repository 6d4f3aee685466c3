import Synchronization

@testable import LatchkeyServer

/// A transport that records emails, and fails on request.
final class FailingTransport: MailTransport {
    private struct State {
        var sent: [OutgoingMail] = []
        var attempts: [String] = []
        var refused: [String: MailTransportError] = [:]
    }

    private let state = Mutex(State())

    var sent: [OutgoingMail] { state.withLock { $0.sent } }
    /// The recipients, including failures.
    var attempts: [String] { state.withLock { $0.attempts } }

    func refuse(_ recipient: String, _ error: MailTransportError = .unreachable(reason: "injected")) {
        state.withLock { $0.refused[recipient] = error }
    }

    func accept(_ recipient: String) { state.withLock { $0.refused[recipient] = nil } }

    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        let error = state.withLock { state in
            state.attempts.append(mail.recipient)
            if state.refused[mail.recipient] == nil { state.sent.append(mail) }
            return state.refused[mail.recipient]
        }
        if let error { throw error }
    }
}
