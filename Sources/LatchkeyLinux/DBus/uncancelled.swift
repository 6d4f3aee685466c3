/// Does the work to its end, whatever becomes of the task that asked for it.
func uncancelled<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let task = Task<Result<Value, Failure>, Never> {
        do throws(Failure) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
    return try await task.value.get()
}
