/// A linearizability checker. It decides whether a history of concurrent calls is equivalent to a sequential one on an
/// object specified by `step`. Each call must take effect at one moment between its start and end.
///
/// The search is by Jeannette Wing and Chun Gong (Testing and Verifying Concurrent Objects, 1993). The cache is by
/// Gavin Lowe (Testing for Linearizability, 2017): the same completed calls and state are tried once. A call with an
/// unknown result may take effect at any time after its start, or never.
struct Linearizability<Operation, State: Hashable> {
    struct Call {
        let operation: Operation
        let began: ContinuousClock.Instant
        /// Nil if its result is unknown.
        let ended: ContinuousClock.Instant?
    }

    enum Verdict: Equatable {
        case linearizable
        case notLinearizable
        /// The search was abandoned.
        case unknown
    }

    private struct Point: Hashable {
        var done: [UInt64]
        var state: State

        func has(_ index: Int) -> Bool { done[index / 64] >> UInt64(index % 64) & 1 == 1 }
    }

    /// Returns the state after an operation; nil if it is impossible.
    let step: (State, Operation) -> State?
    /// The maximum number of points to search.
    var limit = 1_000_000

    func check(_ calls: [Call], from start: State) -> Verdict {
        // Calls with known results first: the others are tried only if necessary.
        let calls = calls.filter { $0.ended != nil }.sorted { $0.began < $1.began } + calls.filter { $0.ended == nil }
        let known = calls.prefix { $0.ended != nil }.count
        let first = Point(done: Array(repeating: 0, count: calls.count / 64 + 1), state: start)
        var seen: Set<Point> = [first]
        var open = [first]
        while let point = open.popLast() {
            // The earliest end of a remaining call limits what can be next.
            let end = (0..<known).lazy.filter { !point.has($0) }.compactMap { calls[$0].ended }.min()
            guard let end else { return .linearizable }
            guard seen.count < limit else { return .unknown }
            for index in calls.indices.reversed() where !point.has(index) && calls[index].began <= end {
                guard let state = step(point.state, calls[index].operation) else { continue }
                var next = Point(done: point.done, state: state)
                next.done[index / 64] |= 1 << UInt64(index % 64)
                if seen.insert(next).inserted { open.append(next) }
            }
        }
        return .notLinearizable
    }
}
