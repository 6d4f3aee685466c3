/// Asks until the answer is yes, or the test is out of time.
func waits(until isSo: () async throws -> Bool) async throws {
    while try await !isSo() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
