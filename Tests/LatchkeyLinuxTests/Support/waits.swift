/// Polls until the condition is met, or the test's time limit is over.
func waits(until isSo: () async throws -> Bool) async throws {
    while try await !isSo() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
