/// What comes of the task, or nil once the test's time limit is over: a task that never ends must not keep the tests
/// from ending.
func result<Value: Sendable, Failure: Error>(of task: Task<Value, Failure>) async -> Result<Value, Failure>? {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
    Task { continuation.yield(await task.result) }
    // Waiting for a stream ends when the limit cancels the test, and waiting for a task does not.
    return await results.first { _ in true }
}
