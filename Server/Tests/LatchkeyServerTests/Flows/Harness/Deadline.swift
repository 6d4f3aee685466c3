import Foundation

/// A thing did not come in time.
struct DeadlineError: Error, CustomStringConvertible {
    let description: String
}

/// Looks again and again until `look` finds something, and returns it. The limit ends a wait for what never comes; how
/// long a thing takes is the machine's business.
///
/// - Parameter what: completes "within 90 s there was no …".
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

/// Returns what a task returns, or throws what it throws; a task that does not end is left behind.
///
/// - Parameter what: as above, such as "answer".
func value<Value: Sendable>(
    of task: Task<Value, any Error>, _ what: String, within limit: Duration = .seconds(120)
) async throws -> Value {
    let result = Shared<Result<Value, any Error>?>(nil)
    // Awaiting a task's value does not end with the one who awaits it.
    Task {
        let ended = await task.result
        result.change { $0 = ended }
    }
    return try await waitFor(what, within: limit) { result.value }.get()
}

/// As above, for a thing that has no value.
func waitUntil(
    _ what: String, within limit: Duration = .seconds(90), every interval: Duration = .milliseconds(10),
    _ probe: () async throws -> Bool
) async throws {
    try await waitFor(what, within: limit, every: interval) { try await probe() ? () : nil }
}
