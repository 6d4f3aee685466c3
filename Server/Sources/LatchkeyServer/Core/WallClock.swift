import Foundation

/// The time of day, which decides when things end. It may jump.
protocol WallClock: Sendable {
    var now: Timestamp { get }
}

/// The machine's clock.
struct SystemWallClock: WallClock {
    var now: Timestamp { Timestamp(Date()) }
}

/// The machine's clock, moved by the seconds that a file holds while it exists: for development and test suites,
/// which cannot wait 15 minutes for a timeout.
struct DevelopmentWallClock: WallClock {
    let offsetFile: URL

    var now: Timestamp {
        let text = (try? String(contentsOf: offsetFile, encoding: .utf8)) ?? ""
        let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        // A hundred years either way; any other text moves nothing.
        return Timestamp(Date().addingTimeInterval(abs(seconds) < 3.2e9 ? seconds : 0))
    }
}
