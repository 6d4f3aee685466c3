internal import LatchkeyCore
public import LatchkeyLifecycle

/// The rules of every lifecycle.
public struct AppLifecycleContract: Sendable {
    /// A lifecycle in the state `inactive`, and a closure that drives it and returns when the handlers have.
    public typealias Subject = (lifecycle: any AppLifecycleProtocol, drive: @Sendable (AppState) async -> Void)

    private let make: @Sendable () async throws -> Subject

    /// Creates a contract for the implementation.
    ///
    /// - Parameter make: Returns a new lifecycle for each call.
    public init(_ make: @escaping @Sendable () async throws -> Subject) { self.make = make }

    /// Verifies each rule. Throws ``ContractViolation`` for the first broken one.
    public func verify() async throws {
        try await eventsComeInOrder(make())
        try await doubledStatesAreOneEvent(make())
        try await stateChangesBeforeHandlersRun(make())
        try await handlersOfOneEventRunConcurrently(make())
        try await aCancelledHandlerIsNotCalled(make())
    }

    private func eventsComeInOrder(_ subject: Subject) async throws {
        let rule = ContractRule("events arrive in order, including those that a source omits")
        let log = record(subject.lifecycle)
        for state in [AppState.active, .background, .active, .inactive, .active, .inactive, .background, .inactive] {
            await subject.drive(state)
        }
        try rule.requireEqual(
            log.withLock { $0 },
            [
                .appear, .active, .inactive, .background, .foreground, .active, .inactive, .active, .inactive,
                .background, .foreground, .inactive,
            ])
    }

    private func doubledStatesAreOneEvent(_ subject: Subject) async throws {
        let rule = ContractRule("a repeated state causes no event")
        let log = record(subject.lifecycle)
        for state in [AppState.inactive, .active, .active, .background, .background] { await subject.drive(state) }
        try rule.requireEqual(log.withLock { $0 }, [.appear, .active, .inactive, .background])
    }

    private func stateChangesBeforeHandlersRun(_ subject: Subject) async throws {
        let rule = ContractRule("during a handler, currentState is the reported state")
        let lifecycle = subject.lifecycle
        let seen = LockedValue<[AppState]>([])
        lifecycle.onBackground { seen.withLock { $0.append(lifecycle.currentState) } }
        await subject.drive(.background)
        try rule.requireEqual(seen.withLock { $0 }, [.background])
    }

    private func handlersOfOneEventRunConcurrently(_ subject: Subject) async throws {
        let rule = ContractRule("handlers of one event run concurrently, and the report waits for all of them")
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let done = LockedValue(0)
        // Each of the two handlers returns only if the other runs at the same time.
        subject.lifecycle.onBackground {
            for await _ in stream { break }
            done.withLock { $0 += 1 }
        }
        subject.lifecycle.onBackground {
            continuation.yield()
            done.withLock { $0 += 1 }
        }
        await subject.drive(.background)
        try rule.requireEqual(done.withLock { $0 }, 2)
    }

    private func aCancelledHandlerIsNotCalled(_ subject: Subject) async throws {
        let rule = ContractRule("a cancelled handler is not called, and cancelling again has no effect")
        let calls = LockedValue<[String]>([])
        let first = subject.lifecycle.onBackground { calls.withLock { $0.append("first") } }
        subject.lifecycle.onBackground { calls.withLock { $0.append("second") } }
        first.cancel()
        first.cancel()
        await subject.drive(.background)
        try rule.requireEqual(calls.withLock { $0 }, ["second"])
    }

    private func record(_ lifecycle: any AppLifecycleProtocol) -> LockedValue<[LifecycleEvent]> {
        let log = LockedValue<[LifecycleEvent]>([])
        for event in LifecycleEvent.allCases { lifecycle.on(event) { log.withLock { $0.append(event) } } }
        return log
    }
}
