extension Task where Failure == Never {
    /// Waits for the end of the task, but no longer than that. The task goes on.
    func wait(atMost limit: Duration, clock: some Clock<Duration> = ContinuousClock()) async {
        let (end, over) = AsyncStream.makeStream(of: Never.self)
        let answer = Task<Void, Never> {
            _ = await value
            over.finish()
        }
        let timer = Task<Void, Never> {
            try? await clock.sleep(for: limit)
            over.finish()
        }
        for await _ in end {}
        answer.cancel()
        timer.cancel()
    }
}
