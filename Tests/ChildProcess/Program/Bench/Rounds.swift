/// Alternating measurements of an implementation and its baseline, so that load on the machine affects both.
struct Rounds {
    /// The number of measurements of each; odd, so that the median is one of them.
    let count: Int

    /// Returns the median ratio of implementation to baseline. Each closure returns the duration of its measured part.
    @MainActor
    func ratio(
        of ours: () async throws -> Duration, to plain: () async throws -> Duration
    ) async throws -> Double {
        let times = try await measure(ours, plain)
        return zip(times.ours, times.plain).map { $0 / $1 }.median
    }

    /// Returns the median difference between implementation and baseline.
    @MainActor
    func difference(
        of ours: () async throws -> Duration, to plain: () async throws -> Duration
    ) async throws -> Duration {
        let times = try await measure(ours, plain)
        return zip(times.ours, times.plain).map { $0 - $1 }.median
    }

    @MainActor
    private func measure(
        _ ours: () async throws -> Duration, _ plain: () async throws -> Duration
    ) async throws -> (ours: [Duration], plain: [Duration]) {
        // An unmeasured warm-up excludes first-time initialization.
        _ = (try await ours(), try await plain())
        var times: (ours: [Duration], plain: [Duration]) = ([], [])
        for round in 0..<count {
            // Alternates the order: the second finds warmer caches, or a disk that still writes for the first.
            let isPlainFirst = round.isMultiple(of: 2)
            if isPlainFirst { times.plain.append(try await plain()) }
            times.ours.append(try await ours())
            if !isPlainFirst { times.plain.append(try await plain()) }
        }
        Child.say("  ours \(times.ours.median), plain \(times.plain.median), medians of \(count)")
        return times
    }
}

extension Array where Element: Comparable {
    /// The middle element of an odd number.
    var median: Element { percentile(50) }

    /// Returns the smallest element that at least this percentage does not exceed.
    func percentile(_ percent: Int) -> Element { sorted()[Swift.min(count * percent / 100, count - 1)] }
}
