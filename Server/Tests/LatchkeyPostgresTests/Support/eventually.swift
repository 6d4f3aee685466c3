import Foundation
import Testing

@testable import PostgresTestSupport

/// Waits for a condition, and fails after an ample time.
func eventually(_ what: Comment, _ isSo: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
{
    let end = ContinuousClock.now + .ample
    while try await !isSo() {
        guard ContinuousClock.now < end else {
            Issue.record(what, sourceLocation: sourceLocation)
            throw CancellationError()
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Returns the work's error of this type; nil otherwise.
@discardableResult
func postgresError<Value>(_ work: () async throws -> Value) async -> PostgresErrorKind? {
    do {
        _ = try await work()
        return nil
    } catch {
        return PostgresErrorKind(error)
    }
}
