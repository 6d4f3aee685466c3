import Foundation

/// A time in whole milliseconds since 1970 in UTC, so that limits are exact.
struct Timestamp: Hashable, Comparable, Codable, Sendable {
    var milliseconds: Int64

    /// Whole seconds, rounded down.
    var seconds: Int64 { milliseconds / 1000 }
    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Timestamp {
    init(_ date: Date) {
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
    }

    /// Parses RFC 3339 with any number of decimals, as email services write it. Returns nil for other texts.
    init?(iso8601 text: String?) {
        guard let match = text?.wholeMatch(of: /(.{10}T.{8})(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})/),
            let date = try? Date(String(match.1 + match.3), strategy: .iso8601)
        else { return nil }
        let fraction = match.2.flatMap { Double("0" + $0) } ?? 0
        milliseconds = Int64(date.timeIntervalSince1970) * 1000 + Int64(fraction * 1000)
    }

    init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    // Saturates at the bounds of Int64, so that no stored time traps.

    static func + (time: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds.addingClamped(duration.milliseconds))
    }

    static func - (time: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds.subtractingClamped(duration.milliseconds))
    }

    static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds.subtractingClamped(right.milliseconds))
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }

    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other < 0 ? .max : .min) : difference
    }
}

extension Duration {
    /// Whole milliseconds, rounded toward zero and saturated.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        return product.addingClamped(attoseconds / 1_000_000_000_000_000)
    }

    /// Whole seconds, rounded up, for `Retry-After`.
    var wholeSeconds: Int {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return Int(seconds) + (rest > 0 ? 1 : 0)
    }

    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    static func hours(_ count: Int) -> Duration { .seconds(3600 * count) }
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
