/// Measures ours and the plain thing turn by turn, so that whatever slows the machine meanwhile slows both.
struct Rounds {
    /// How often each is measured; odd, so that there is one in the middle.
    let count: Int

    /// The median over the rounds of ours divided by the plain thing. Each closure does its work and says how long the
    /// part took that counts.
    @MainActor
    func ratio(
        of ours: () async throws -> Duration, to plain: () async throws -> Duration
    ) async throws -> Double {
        let times = try await measure(ours, plain)
        return zip(times.ours, times.plain).map { $0 / $1 }.median
    }

    /// The median over the rounds of ours less the plain thing.
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
        // Once unmeasured: what is done at the first time only is no part of either.
        _ = (try await ours(), try await plain())
        var times: (ours: [Duration], plain: [Duration]) = ([], [])
        for round in 0..<count {
            // The second one finds warmer caches, or a disk still busy with the first.
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
    /// The one in the middle of an odd number.
    var median: Element { percentile(50) }

    /// The smallest that is not exceeded by this many of a hundred.
    func percentile(_ percent: Int) -> Element { sorted()[Swift.min(count * percent / 100, count - 1)] }
}
