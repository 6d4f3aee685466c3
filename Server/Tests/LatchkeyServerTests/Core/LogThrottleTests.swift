import LatchkeyServerCore
import Logging
import Testing

@testable import LatchkeyServer

@Suite struct LogThrottleTests {
    private let lines = Shared<[String]>([])
    private let start = ContinuousClock.now

    private var log: LogThrottle {
        LogThrottle(Logger(label: "test") { [lines] _ in RecordingLogHandler(lines: lines) })
    }
    private var counts: [Int] { ["warning", "notice"].map { level in lines.value.count { $0.hasPrefix(level) } } }

    @Test("ASVS-16.3.4 a message is logged once a minute per key")
    func aMessageIsLoggedOnceAMinutePerKey() {
        let log = log
        #expect(log.isDue("53100", at: start))
        #expect(!log.isDue("53100", at: start + .milliseconds(59_999)))
        #expect(log.isDue("57P01", at: start + .seconds(1)))
        #expect(log.isDue("53100", at: start + .seconds(60)))
        #expect(!log.isDue("57P01", at: start + .milliseconds(60_999)))
        #expect(log.isDue("57P01", at: start + .seconds(61)))
        #expect(!log.isDue("53100", at: start + .seconds(61)))
    }

    @Test func messagesWithAlwaysNewKeysAreLimited() {
        let log = log
        #expect((0..<1000).count { log.isDue("\($0)", at: start) } == LogThrottle.maximumKeys)
        #expect(log.isDue("more", at: start + LogThrottle.interval))
    }

    @Test("ASVS-16.3.4 each outage logs one message and one recovery")
    func eachOutageLogsOneMessageAndOneRecovery() async {
        let log = log
        for _ in 0..<3 { await log.run("work") { throw StoreError.unavailable(code: "53100") } }
        #expect(counts == [1, 0])
        #expect(lines.value.first?.contains("53100") == true)
        await log.run("other work") {}
        #expect(counts == [1, 0])
        for _ in 0..<3 { await log.run("work") {} }
        #expect(counts == [1, 1])
        await log.run("work") { throw StoreError.unavailable(code: "53100") }
        #expect(counts == [2, 1])
        await log.run("other work") { throw StoreError.unavailable(code: "53100") }
        #expect(counts == [3, 1])
    }

    @Test func workStartedBeforeOutageNeitherEndsNorRepeatsIt() {
        let log = log
        #expect(log.beginsOutage(of: "work", startedAt: start, at: start + .seconds(1)))
        #expect(!log.endsOutage(of: "work", startedAt: start + .milliseconds(999), at: start + .seconds(2)))
        #expect(log.endsOutage(of: "work", startedAt: start + .seconds(2), at: start + .seconds(3)))
        #expect(!log.beginsOutage(of: "work", startedAt: start + .seconds(3), at: start + .seconds(4)))
        #expect(
            log.beginsOutage(of: "work", startedAt: start + .seconds(3) + .nanoseconds(1), at: start + .seconds(4)))
    }
}
