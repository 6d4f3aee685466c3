import Logging
import Testing

@testable import LatchkeyServer

struct OutageLogTests {
    private let lines = Shared<[String]>([])
    private let start = ContinuousClock.now

    private var log: OutageLog {
        OutageLog("work", logger: Logger(label: "test") { [lines] _ in RecordingLogHandler(lines: lines) })
    }
    private var counts: [Int] { ["warning", "notice"].map { level in lines.value.count { $0.hasPrefix(level) } } }

    @Test("an outage is one line, and its end another, however many rounds and tasks meet it")
    func outage() async {
        let log = log
        for _ in 0..<3 { await log.run { throw StoreError.unavailable(code: "53100") } }
        #expect(counts == [1, 0])
        #expect(lines.value.first?.contains("53100") == true)
        for _ in 0..<3 { await log.run {} }
        #expect(counts == [1, 1])
        await log.run { throw StoreError.unavailable(code: "53100") }
        #expect(counts == [2, 1])
    }

    @Test("what began before an outage neither ends it nor, behind its end, begins another")
    func overlapping() {
        let log = log
        let error = StoreError.unavailable(code: "x")
        log.note(error, startedAt: start, at: start + .seconds(1))
        log.noteSuccess(startedAt: start + .milliseconds(999), at: start + .seconds(2))
        #expect(counts == [1, 0])
        log.noteSuccess(startedAt: start + .seconds(2), at: start + .seconds(3))
        #expect(counts == [1, 1])
        log.note(error, startedAt: start + .seconds(3), at: start + .seconds(4))
        #expect(counts == [1, 1])
        log.note(error, startedAt: start + .seconds(3) + .nanoseconds(1), at: start + .seconds(4))
        #expect(counts == [2, 1])
    }
}
