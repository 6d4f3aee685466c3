extension Task where Failure == Never {
    /// Waits until the task ends or the limit is reached. The task continues.
    func wait(atMost limit: Duration, clock: some Clock<Duration> = ContinuousClock()) async {
        let (end, over) = AsyncStream.makeStream(of: Never.self)
        let waiter = Task<Void, Never> {
            _ = await value
            over.finish()
        }
        let timer = Task<Void, Never> {
            try? await clock.sleep(for: limit)
            over.finish()
        }
        for await _ in end {}
        waiter.cancel()
        timer.cancel()
    }
}
