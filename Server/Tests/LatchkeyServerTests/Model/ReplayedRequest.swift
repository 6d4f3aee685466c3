import LatchkeyAPI
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

/// A verification by the server's own code, step by step as in a trace.
final class ReplayedRequest {
    enum End: Sendable {
        /// With new secrets of the session, if any.
        case opened(SessionSecrets?)
        case rejected(Problem)
        case failed(any Error)
    }

    struct DidNotCome: Error, CustomStringConvertible {
        let description: String
    }

    private enum Event: Sendable {
        case waits(SteppedStore.Point, SteppedStore.Completion)
        case ended(End)
        /// No deletion is in progress.
        case deleted
    }

    /// How long to wait for a step.
    private static let limit: Duration = .seconds(20)

    let session: String
    let hasher: ScriptedHasher
    private let undecided: UndecidedReservations
    private let continuation: AsyncStream<Event>.Continuation
    private let events: AsyncStream<Event>
    private var waiting: [SteppedStore.Point: SteppedStore.Completion] = [:]
    private var end: End?
    private var isDeleted = false

    /// Starts the verification, and holds it at its first step.
    ///
    /// - Parameter session: Its name in the trace.
    init(
        _ session: String, isRight: Bool, _ purpose: AttemptPurpose, by authentication: Authentication,
        on server: TestServer
    ) throws {
        self.session = session
        let (events, continuation) = AsyncStream<Event>.makeStream()
        (self.events, self.continuation) = (events, continuation)
        hasher = ScriptedHasher(isRight: isRight)
        let (parts, base) = (server.parts, server.dependencies.store)
        func stepped(deletes: Bool) -> SteppedStore {
            SteppedStore(store: base, deletes: deletes) { continuation.yield(.waits($0, $1)) }
        }
        undecided = UndecidedReservations(store: stepped(deletes: true))
        let store = stepped(deletes: false)
        let verifier = PasscodeVerifier(
            store: store, workers: server.dependencies.workers, hasher: hasher, random: server.dependencies.random,
            limiter: parts.limiter, records: parts.verifier.records, undecided: undecided, rules: parts.verifier.rules)
        let passcodes = PasscodeService(
            store: store, verifier: verifier, issuer: parts.passcodes.issuer, activity: parts.activity, provider: nil,
            rules: parts.verifier.rules)
        let settings = PasscodeSettings(
            store: store, verifier: verifier, activity: parts.activity, rules: parts.verifier.rules)
        let (current, new) = (try #require(Passcode("739105")), try #require(Passcode("580293")))
        Task {
            let end: End
            do {
                switch purpose {
                case .unlock:
                    end = .opened(
                        try await passcodes.verify(current, by: authentication, language: nil, client: .none).secrets)
                case .change:
                    end = .opened(
                        try await passcodes.set(new, current: current, by: authentication, client: .none).secrets)
                case .disable:
                    let disabled = PasscodeSettings.Change(isEnabled: false)
                    _ = try await settings.apply(disabled, current: current, by: authentication, client: .none)
                    end = .opened(nil)
                }
            } catch let problem as Problem {
                end = .rejected(problem)
            } catch {
                end = .failed(error)
            }
            continuation.yield(.ended(end))
        }
    }

    /// Waits until the verification reaches this point. Returns false if it has ended.
    func reaches(_ point: SteppedStore.Point) async throws -> Bool {
        while waiting[point] == nil, end == nil || point == .deletes { try await takeEvent("waiting at \(point)") }
        return waiting[point] != nil
    }

    /// Waits until the verification is rejected because of a delay.
    func hasToWait() async throws -> Bool {
        guard try await !reaches(.reserved), case .rejected(let problem) = end else { return false }
        return problem.retryAfter.map { $0 > 1 } ?? false
    }

    func isWaiting(at point: SteppedStore.Point) -> Bool { waiting[point] != nil }

    /// Resumes the verification from this point.
    ///
    /// - Parameter error: The database's error.
    func goOn(from point: SteppedStore.Point, _ error: StoreError? = nil) {
        waiting.removeValue(forKey: point)?(error)
    }

    func ends() async throws -> End {
        while true {
            if let end { return end }
            try await takeEvent("end")
        }
    }

    /// Waits until an undecided attempt is deleted.
    func deletes() async throws {
        Task { [undecided, continuation] in
            await undecided.finish()
            continuation.yield(.deleted)
        }
        while !isDeleted {
            goOn(from: .deletes)
            try await takeEvent("deletion")
        }
        isDeleted = false
    }

    /// Ends pending work.
    func giveUp() async throws {
        for point in [SteppedStore.Point.reserved, .settles] { goOn(from: point, .unavailable(code: "the end")) }
        _ = try await ends()
        try await deletes()
    }

    private func takeEvent(_ what: String) async throws {
        let timer = Task { [continuation, limit = Self.limit] in
            try await Task.sleep(for: limit)
            continuation.finish()
        }
        defer { timer.cancel() }
        var iterator = events.makeAsyncIterator()
        switch await iterator.next() {
        case .waits(let point, let response): waiting[point] = response
        case .ended(let end): self.end = end
        case .deleted: isDeleted = true
        case nil: throw DidNotCome(description: "a check did not come to this: \(what)")
        }
    }
}

extension ClientInfo {
    static let none = ClientInfo(ip: nil)
}
