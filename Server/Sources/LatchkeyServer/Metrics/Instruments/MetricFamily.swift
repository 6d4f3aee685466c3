/// A Prometheus metric, following its conventions for names and units (https://prometheus.io/docs/practices/naming).
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    /// A line of the metric: suffix, optional label, and value.
    struct Sample: Sendable {
        var suffix = ""
        var label: (name: String, value: String)?
        let value: Double
    }

    let name: String
    let help: String
    let kind: Kind
    let samples: [Sample]

    /// The text format, version 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats). Names, labels and
    /// help are constants without characters to escape.
    var text: String {
        let lines = samples.map { sample in
            let label = sample.label.map { "{\($0.name)=\"\($0.value)\"}" } ?? ""
            return "\(name)\(sample.suffix)\(label) \(Self.number(sample.value))\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.joined()
    }

    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? String(value)
    }

    static func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
        MetricFamily(name: name, help: help, kind: .gauge, samples: [Sample(value: Double(value))])
    }

    static func counter(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
        MetricFamily(name: name, help: help, kind: .counter, samples: [Sample(value: Double(value))])
    }
}
