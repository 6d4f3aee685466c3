import Foundation

/// A moment, in milliseconds since 1970 in UTC: whole numbers, so that a limit is met exactly or not at all.
struct Timestamp: Hashable, Comparable, Codable, Sendable {
    var milliseconds: Int64

    init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    init(_ date: Date) {
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
    }

    /// A time as mail services write it: RFC 3339 with any number of decimals. Nil for what is none.
    init?(iso8601 text: String?) {
        guard let match = text?.wholeMatch(of: /(.{10}T.{8})(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})/),
            let date = try? Date(String(match.1 + match.3), strategy: .iso8601)
        else { return nil }
        let fraction = match.2.flatMap { Double("0" + $0) } ?? 0
        milliseconds = Int64(date.timeIntervalSince1970) * 1000 + Int64(fraction * 1000)
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    static func + (time: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds + duration.milliseconds)
    }

    static func - (time: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds - duration.milliseconds)
    }

    static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }

    /// Rounded up: whoever waits this long has waited long enough.
    var wholeSeconds: Int { Int((milliseconds + 999) / 1000) }

    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    static func hours(_ count: Int) -> Duration { .seconds(3600 * count) }
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
