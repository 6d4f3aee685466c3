import Testing

/// Polls until the condition is met, for at most a minute.
func until(
    _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("what the test waits for did not come within a minute", sourceLocation: sourceLocation)
            throw CancellationError()
        }
        await Task.yield()
    }
}
