import Synchronization

@testable import LatchkeyServer

/// A transport that holds each email until the test releases it, like a slow mail server.
final class HeldTransport: EmailTransport {
    private struct State {
        var attempts: [OutgoingEmail] = []
        var isOpen = false
        var onSend: @Sendable (OutgoingEmail) async -> Void = { _ in }
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The emails in order.
    var attempts: [OutgoingEmail] { state.withLock { $0.attempts } }
    var recipients: [String] { attempts.map(\.recipient) }

    /// Runs before an email is held.
    func onSend(_ body: @escaping @Sendable (OutgoingEmail) async -> Void) { state.withLock { $0.onSend = body } }

    /// Releases the email that was held longest.
    func release() { state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume() }

    /// Stops holding emails.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        let onSend = state.withLock { state in
            state.attempts.append(email)
            return state.onSend
        }
        await onSend(email)
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

extension TestServer {
    /// Runs `EmailWorkerService` like the server while `body` runs.
    func whileMailing<Value>(
        with transport: any EmailTransport, _ body: () async throws -> Value
    ) async throws -> Value {
        // A fixed time, so that no email counts as slow in a slow test.
        let begun = ContinuousClock.now
        let service = EmailWorkerService(
            worker: ServerParts(dependencies, transport: transport).emailWorker, signal: dependencies.emailSignal,
            logger: dependencies.logger, instant: { begun })
        let running = Task { try await service.run() }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        (transport as? HeldTransport)?.open()
        running.cancel()
        try await value(of: running, "end of the mail service")
        return try result.get()
    }

    /// Returns how many requests are not rendered yet.
    func waitingRequests() async throws -> Int {
        try await dependencies.store.read { try $0.emailRequests.waitingCount(upTo: 10_000) }
    }

    /// Requests many sign-in emails, each from its own network to its own address.
    func ask(_ count: Int, named name: String) async throws {
        let now = clock.now
        try await dependencies.store.write { transaction in
            for number in 0..<count {
                try transaction.emailRequests.insert(
                    PendingEmailRequest(
                        id: StoreContract.rowID("\(name)-\(number)"), purpose: .signIn,
                        email: "\(name)\(number)@example.com", ip: nil, requestedAt: now,
                        allowanceUsedUntil: now, isMade: false))
            }
        }
        dependencies.emailSignal.wake()
    }
}
