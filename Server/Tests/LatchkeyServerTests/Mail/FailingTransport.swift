import Foundation
import Synchronization

@testable import LatchkeyServer

/// Keeps what it is given to send, and fails where told to.
final class FailingTransport: MailTransport {
    struct Sent: Sendable {
        let message: String
        let recipient: String
        let id: String
    }

    private struct State {
        var sent: [Sent] = []
        var attempts: [String] = []
        var refused: Set<String> = []
    }

    private let state = Mutex(State())

    var sent: [Sent] { state.withLock { $0.sent } }
    /// Whom it was asked to send to, failures included.
    var attempts: [String] { state.withLock { $0.attempts } }

    func refuse(_ recipient: String) { _ = state.withLock { $0.refused.insert(recipient) } }
    func accept(_ recipient: String) { _ = state.withLock { $0.refused.remove(recipient) } }

    func send(_ message: String, to recipient: String, id: String) async throws {
        try state.withLock { state in
            state.attempts.append(recipient)
            guard !state.refused.contains(recipient) else { throw CocoaError(.fileWriteUnknown) }
            state.sent.append(Sent(message: message, recipient: recipient, id: id))
        }
    }
}
