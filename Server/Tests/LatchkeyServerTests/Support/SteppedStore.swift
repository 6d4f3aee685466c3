@testable import LatchkeyServer

/// A store of one request, which waits behind the request's reservation and before its other writes about the attempt
/// until a test lets it go on.
struct SteppedStore: StoreWrapper {
    /// Where a request waits.
    enum Point: Sendable {
        /// Its attempt is committed.
        case reserved
        /// Before it settles its attempt, or gives it back.
        case settles
        /// Before an attempt is deleted of which the store did not say whether it keeps it.
        case deletes
    }

    /// Lets the request go on, or tells it that the database failed.
    typealias Answer = @Sendable (StoreError?) -> Void

    let store: any Store
    /// Whether it is the store of what deletes such attempts.
    var deletes = false
    /// Is told where the request waits.
    let waits: @Sendable (Point, @escaping Answer) -> Void

    func write<Value: Sendable>(
        on subject: Subject, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        switch priority {
        case .reservation:
            let value = try await store.write(on: subject, as: priority, body)
            guard (value as? any ProblemResult)?.problem == nil else { return value }
            try await wait(at: .reserved)
            return value
        case .settlement:
            try await wait(at: deletes ? .deletes : .settles)
            return try await store.write(on: subject, as: priority, body)
        default: return try await store.write(on: subject, as: priority, body)
        }
    }

    private func wait(at point: Point) async throws {
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<StoreError?, Never>) in
            waits(point) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }
}
