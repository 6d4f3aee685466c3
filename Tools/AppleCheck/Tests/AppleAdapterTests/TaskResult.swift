/// The result of the task, or nil after the test's time limit, so that a task that never ends does not block the tests.
func result<Value: Sendable, Failure: Error>(of task: Task<Value, Failure>) async -> Result<Value, Failure>? {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
    Task { continuation.yield(await task.result) }
    // When the limit cancels the test, iteration of a stream ends, but waiting for a task does not.
    return await results.first { _ in true }
}
