/// What was measured, and the bar that it must keep.
struct Figure: Codable {
    let name: String
    let value: Double
    /// `ns`, `ms`, or `×` for a ratio.
    let unit: String
    /// The value may be as high as this, or for some as low. Nil for what only explains the others.
    let bar: Double?
    let holds: Bool?

    init(_ name: String, _ value: Double, unit: String, bar: Double) {
        (self.name, self.value, self.unit, self.bar) = (name, value, unit, bar)
        holds = value <= bar
    }

    /// A ratio of two times in one run.
    init(_ name: String, ratio: Double, bar: Double) { self.init(name, ratio, unit: "×", bar: bar) }

    init(_ name: String, _ time: Duration, milliseconds bar: Double) {
        self.init(name, time / .milliseconds(1), unit: "ms", bar: bar)
    }
}
