import Testing

@testable import LatchkeyServer

@Suite struct TimestampTests {
    private static let latest = Timestamp(milliseconds: .max)
    private static let earliest = Timestamp(milliseconds: .min)

    @Test("V15 ASVS-1.4.2 times saturate instead of trapping")
    func timesSaturateInsteadOfTrapping() {
        #expect(Self.latest + .milliseconds(1) == Self.latest)
        #expect(Self.latest + .milliseconds(-1) == Timestamp(milliseconds: .max - 1))
        #expect(Self.earliest + .milliseconds(-1) == Self.earliest)
        #expect(Self.earliest - .milliseconds(1) == Self.earliest)
        #expect(Self.earliest - .milliseconds(-1) == Timestamp(milliseconds: .min + 1))
        #expect(Self.latest - .milliseconds(-1) == Self.latest)
        #expect((Self.latest - Self.earliest).milliseconds == .max)
        #expect((Self.earliest - Self.latest).milliseconds == .min)
        #expect((Timestamp(milliseconds: -1) - Self.latest).milliseconds == .min)
    }

    @Test(
        "V15 durations saturate instead of trapping",
        arguments: [
            (Duration(secondsComponent: .max, attosecondsComponent: 0), Int64.max),
            (Duration(secondsComponent: .min, attosecondsComponent: 0), .min),
            (Duration(secondsComponent: 9_223_372_036_854_775, attosecondsComponent: 807_000_000_000_000_000), .max),
            (Duration(secondsComponent: 9_223_372_036_854_775, attosecondsComponent: 808_000_000_000_000_000), .max),
            (Duration(secondsComponent: -9_223_372_036_854_775, attosecondsComponent: -809_000_000_000_000_000), .min),
            (Duration(secondsComponent: -1, attosecondsComponent: -999_000_000_000_000_000), -1999),
        ] as [(Duration, Int64)])
    func durationsSaturateInsteadOfTrapping(_ duration: Duration, _ expected: Int64) {
        #expect(duration.milliseconds == expected)
        #expect(duration.wholeSeconds >= Int(expected / 1000))
    }
}
