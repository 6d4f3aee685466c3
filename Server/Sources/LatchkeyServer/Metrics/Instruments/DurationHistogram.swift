import Synchronization

/// A histogram of durations in seconds.
final class DurationHistogram: Sendable {
    /// The upper bounds in seconds, from a tenth of the time of Argon2id on a current machine to the longest wait of a
    /// user.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

    private struct State {
        var counts = [Int](repeating: 0, count: bounds.count)
        var total = 0
        var sum = 0.0
    }

    private let name: String
    private let help: String
    private let state = Mutex(State())

    init(_ name: String, _ help: String) {
        self.name = name
        self.help = help
    }

    func observe(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        state.withLock { state in
            state.total += 1
            state.sum += seconds
            // Buckets are cumulative.
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound { state.counts[index] += 1 }
        }
    }

    var family: MetricFamily {
        let state = state.withLock { $0 }
        let bounds = Self.bounds.map { Int64(exactly: $0).map(String.init) ?? String($0) } + ["+Inf"]
        let buckets = zip(bounds, state.counts + [state.total]).map { bound, count in
            MetricFamily.Sample(suffix: "_bucket", label: ("le", bound), value: Double(count))
        }
        return MetricFamily(
            name: name, help: help, kind: .histogram,
            samples: buckets + [
                .init(suffix: "_sum", value: state.sum), .init(suffix: "_count", value: Double(state.total)),
            ])
    }
}
