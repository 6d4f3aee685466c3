import Foundation

/// A thing did not come in time.
struct DeadlineError: Error, CustomStringConvertible {
    let description: String
}

/// Looks again and again until `look` finds something, and returns it.
///
/// - Parameter what: completes "within 10 s there was no …".
func waitFor<Value>(
    _ what: String, within limit: Duration = .seconds(10), every interval: Duration = .milliseconds(10),
    _ look: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if let value = try await look() { return value }
        try await Task.sleep(for: interval)
    }
    throw DeadlineError(description: "within \(limit) there was no \(what)")
}

/// As above, for a thing that has no value.
func waitUntil(
    _ what: String, within limit: Duration = .seconds(10), every interval: Duration = .milliseconds(10),
    _ look: () async throws -> Bool
) async throws {
    try await waitFor(what, within: limit, every: interval) { try await look() ? () : nil }
}
