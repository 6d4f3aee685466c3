import ArgumentParser

/// The duration of a measurement.
struct Rounds: ParsableArguments {
    @Argument(help: "How long each measurement takes.") var seconds: Double
    @Argument(help: "How many rounds there are.") var count: Int

    /// Repeats the work for that many seconds, and returns the rate per second.
    func rate(_ work: () async throws -> Void) async throws -> Double {
        let begun = ContinuousClock.now
        var (count, took) = (0.0, 0.0)
        while took < seconds {
            for _ in 0..<64 { try await work() }
            count += 64
            took = (ContinuousClock.now - begun) / .seconds(1)
        }
        return count / took
    }
}
