internal import LatchkeySession

extension SessionModel {
    /// Waits until what the server answers to the last unlock is stored, before the process ends: it brings new tokens,
    /// and without them the next start would have to sign in. A server that does not answer is not waited for for long.
    func settle(within limit: Duration = .seconds(5), clock: some Clock<Duration> = ContinuousClock()) async {
        let (end, over) = AsyncStream.makeStream(of: Never.self)
        let answer = Task {
            _ = await confirmed()
            over.finish()
        }
        let timer = Task {
            try? await clock.sleep(for: limit)
            over.finish()
        }
        for await _ in end {}
        answer.cancel()
        timer.cancel()
    }
}
