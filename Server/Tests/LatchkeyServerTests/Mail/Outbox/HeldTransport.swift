import Synchronization

@testable import LatchkeyServer

/// Keeps each mail on its way until the test lets it go, as a mail server does that answers late.
final class HeldTransport: MailTransport {
    private struct State {
        var attempts: [OutgoingMail] = []
        var isOpen = false
        var onSend: @Sendable (OutgoingMail) async -> Void = { _ in }
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// What it was asked to send, in this order.
    var attempts: [OutgoingMail] { state.withLock { $0.attempts } }
    var recipients: [String] { attempts.map(\.recipient) }

    /// Runs before a mail is held.
    func onSend(_ body: @escaping @Sendable (OutgoingMail) async -> Void) { state.withLock { $0.onSend = body } }

    /// Lets the mail go that is held longest.
    func release() { state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume() }

    /// Holds nothing from now on.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        let onSend = state.withLock { state in
            state.attempts.append(mail)
            return state.onSend
        }
        await onSend(mail)
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
    /// Runs the service that makes and sends mails, as the server does, while `body` runs.
    func whileMailing<Value>(
        with transport: any MailTransport, _ body: () async throws -> Value
    ) async throws -> Value {
        // No mail is slow, however long a test takes.
        let begun = ContinuousClock.now
        let service = MailWorkerService(
            worker: ServerParts(dependencies, transport: transport).mailWorker, signal: dependencies.mailSignal,
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

    /// How many requests are not made yet.
    func waitingRequests() async throws -> Int {
        try await dependencies.store.read { try $0.mailRequests.waitingCount(upTo: 10_000) }
    }

    /// Asks for many sign-in mails, each to an address and from a network of its own.
    func ask(_ count: Int, named name: String) async throws {
        let now = clock.now
        try await dependencies.store.write { transaction in
            for number in 0..<count {
                try transaction.mailRequests.insert(
                    MailRequest(
                        id: StoreContract.rowID("\(name)-\(number)"), purpose: .signIn,
                        email: "\(name)\(number)@example.com", ip: nil, requestedAt: now,
                        allowanceUsedUntil: now, isMade: false))
            }
        }
        dependencies.mailSignal.wake()
    }
}
