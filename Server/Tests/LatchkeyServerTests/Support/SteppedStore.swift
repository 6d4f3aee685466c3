@testable import LatchkeyServer

/// A store of one request, which waits after the request's reservation and before its other writes about the attempt,
/// until a test resumes it.
struct SteppedStore: StoreWrapper {
    /// Where a request waits.
    enum Point: Sendable {
        /// Its attempt is committed.
        case reserved
        /// Before it settles or refunds its attempt.
        case settles
        /// Before an undecided attempt is deleted.
        case deletes
    }

    /// Resumes the request, or makes the database fail.
    typealias Completion = @Sendable (StoreError?) -> Void

    let store: any Store
    /// Whether it is the store for deleting such attempts.
    var deletes = false
    /// Called where the request waits.
    let waits: @Sendable (Point, @escaping Completion) -> Void

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        switch priority {
        case .reservation:
            let value = try await store.write(on: scope, as: priority, body)
            guard (value as? any ProblemResult)?.problem == nil else { return value }
            try await wait(at: .reserved)
            return value
        case .settlement:
            try await wait(at: deletes ? .deletes : .settles)
            return try await store.write(on: scope, as: priority, body)
        default: return try await store.write(on: scope, as: priority, body)
        }
    }

    private func wait(at point: Point) async throws {
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<StoreError?, Never>) in
            waits(point) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }
}
