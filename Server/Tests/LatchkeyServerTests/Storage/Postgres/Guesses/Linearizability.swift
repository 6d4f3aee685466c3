/// Whether a history of calls could have been made one after the other, each at one moment between its begin and its
/// end, on an object that does what `step` says.
///
/// It is the search of Jeannette Wing and Chun Gong (Testing and Verifying Concurrent Objects, 1993) with the memory of
/// Gavin Lowe (Testing for Linearizability, 2017): what was tried once, the same calls done and the same state, is not
/// tried again. A call of unknown outcome may take its effect at any moment after its begin, or never.
struct Linearizability<Operation, State: Hashable> {
    struct Call {
        let operation: Operation
        let began: ContinuousClock.Instant
        /// Nil when its outcome is unknown.
        let ended: ContinuousClock.Instant?
    }

    enum Answer: Equatable {
        case linearizable
        case notLinearizable
        /// The search was given up.
        case unknown
    }

    private struct Point: Hashable {
        var done: [UInt64]
        var state: State

        func has(_ index: Int) -> Bool { done[index / 64] >> UInt64(index % 64) & 1 == 1 }
    }

    /// The state behind an operation; nil where it cannot happen.
    let step: (State, Operation) -> State?
    /// How many points are searched before it is given up.
    var limit = 1_000_000

    func check(_ calls: [Call], from start: State) -> Answer {
        // Those whose outcome is known first: the others are tried where it does not go on without them.
        let calls = calls.filter { $0.ended != nil }.sorted { $0.began < $1.began } + calls.filter { $0.ended == nil }
        let known = calls.prefix { $0.ended != nil }.count
        let first = Point(done: Array(repeating: 0, count: calls.count / 64 + 1), state: start)
        var seen: Set<Point> = [first]
        var open = [first]
        while let point = open.popLast() {
            // What ends first, of what is not done, bounds what can be next.
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
