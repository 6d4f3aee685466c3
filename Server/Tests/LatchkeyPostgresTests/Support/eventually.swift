import Foundation
import Testing

@testable import PostgresTestSupport

/// Waits until something is so, and fails where it is not within an ample time.
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

/// The error that the work throws; nil where it throws none, or another.
@discardableResult
func postgresError<Value>(_ work: () async throws -> Value) async -> PostgresErrorKind? {
    do {
        _ = try await work()
        return nil
    } catch {
        return PostgresErrorKind(error)
    }
}
