import Foundation

/// A wall clock, which decides when things expire. It can be adjusted.
protocol WallClock: Sendable {
    var now: Timestamp { get }
}

/// The system's clock.
struct SystemWallClock: WallClock {
    var now: Timestamp { Timestamp(Date()) }
}

/// The system's clock, offset by the seconds in a file, for development and tests that cannot wait for a timeout.
struct DevelopmentWallClock: WallClock {
    let offsetFile: URL

    var now: Timestamp {
        let text = (try? String(contentsOf: offsetFile, encoding: .utf8)) ?? ""
        let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        // At most a hundred years; other texts are ignored.
        return Timestamp(Date().addingTimeInterval(abs(seconds) < 3.2e9 ? seconds : 0))
    }
}
