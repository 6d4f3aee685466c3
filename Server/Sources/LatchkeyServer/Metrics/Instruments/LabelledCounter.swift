import Synchronization

/// A counter with one label. All label values start at zero, because `rate()` ignores the first event of a new one.
final class LabelledCounter<Value: Hashable & CaseIterable & RawRepresentable & Sendable>: Sendable
where Value.RawValue == String {
    private let name: String
    private let help: String
    private let label: String
    private let counts = Mutex<[Value: Int]>([:])

    init(_ name: String, _ help: String, label: String) {
        self.name = name
        self.help = help
        self.label = label
    }

    func count(_ value: Value) {
        counts.withLock { $0[value, default: 0] += 1 }
    }

    var family: MetricFamily {
        let counts = counts.withLock { $0 }
        return MetricFamily(
            name: name, help: help, kind: .counter,
            samples: Value.allCases.map { value in
                .init(label: (label, value.rawValue), value: Double(counts[value] ?? 0))
            })
    }
}
