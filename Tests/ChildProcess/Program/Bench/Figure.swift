/// A measured value with its upper bound.
struct Figure: Codable {
    let name: String
    let value: Double
    /// `ns` or `ms`, or `×` for a ratio.
    let unit: String
    /// The maximum allowed value; nil for informational figures.
    let bar: Double?
    let holds: Bool?

    init(_ name: String, _ value: Double, unit: String, bar: Double) {
        (self.name, self.value, self.unit, self.bar) = (name, value, unit, bar)
        holds = value <= bar
    }

    /// Creates the ratio of two durations from one run.
    init(_ name: String, ratio: Double, bar: Double) { self.init(name, ratio, unit: "×", bar: bar) }

    init(_ name: String, _ time: Duration, milliseconds bar: Double) {
        self.init(name, time / .milliseconds(1), unit: "ms", bar: bar)
    }
}
