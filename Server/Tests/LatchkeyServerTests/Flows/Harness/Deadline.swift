import Foundation

/// An error after a timeout.
struct DeadlineError: Error, CustomStringConvertible {
    let description: String
}

/// Polls until `look` finds something, and returns it. The limit ends a wait that would never end; tests do not measure
/// time.
///
/// - Parameter what: Completes "within 90 s there was no …".
func waitFor<Value>(
    _ what: String, within limit: Duration = .seconds(90), every interval: Duration = .milliseconds(10),
    _ probe: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if let value = try await probe() { return value }
        do {
            try await Task.sleep(for: interval)
        } catch {
            throw DeadlineError(description: "given up, there was no \(what)")
        }
    }
    throw DeadlineError(description: "within \(limit) there was no \(what)")
}

/// Returns or throws the result of a task; a task that does not end is abandoned.
///
/// - Parameter what: A noun for the error, such as "response".
func value<Value: Sendable>(
    of task: Task<Value, any Error>, _ what: String, within limit: Duration = .seconds(120)
) async throws -> Value {
    let result = Shared<Result<Value, any Error>?>(nil)
    // Waiting for a task's value is not cancellable.
    Task {
        let ended = await task.result
        result.change { $0 = ended }
    }
    return try await waitFor(what, within: limit) { result.value }.get()
}

/// Waits for a condition.
func waitUntil(
    _ what: String, within limit: Duration = .seconds(90), every interval: Duration = .milliseconds(10),
    _ probe: () async throws -> Bool
) async throws {
    try await waitFor(what, within: limit, every: interval) { try await probe() ? () : nil }
}
