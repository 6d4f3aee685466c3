import Synchronization

@testable import LatchkeyServer

/// A transport that records emails, and fails on request.
final class FailingTransport: EmailTransport {
    private struct State {
        var sent: [OutgoingEmail] = []
        var attempts: [String] = []
        var rejected: [String: EmailTransportError] = [:]
    }

    private let state = Mutex(State())

    var sent: [OutgoingEmail] { state.withLock { $0.sent } }
    /// The recipients, including failures.
    var attempts: [String] { state.withLock { $0.attempts } }

    func reject(_ recipient: String, _ error: EmailTransportError = .unreachable(reason: "injected")) {
        state.withLock { $0.rejected[recipient] = error }
    }

    func accept(_ recipient: String) { state.withLock { $0.rejected[recipient] = nil } }

    func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        let error = state.withLock { state in
            state.attempts.append(email.recipient)
            if state.rejected[email.recipient] == nil { state.sent.append(email) }
            return state.rejected[email.recipient]
        }
        if let error { throw error }
    }

    /// Fails to send a sign-in email to ann@example.com, and returns the worker that tried.
    func failedWorker(
        on server: TestServer, _ error: EmailTransportError = .unreachable(reason: "injected")
    ) async throws -> EmailWorker {
        let worker = ServerParts(server.dependencies, transport: self).emailWorker
        reject("ann@example.com", error)
        _ = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
        try await worker.drain()
        return worker
    }
}
