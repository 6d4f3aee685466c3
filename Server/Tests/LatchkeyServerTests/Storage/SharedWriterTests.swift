import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

/// Two processes that write to one database. The tests check the order of writes, and control the time.
@Suite(.onSQLite) struct SharedWriterTests {
    private enum Event {
        case write, pause, other
    }

    /// A timeout for waits that end immediately, or never.
    private static let timeout: Duration = .seconds(60)

    @Test("V9 ASVS-15.4.4 another process can write after 25 ms")
    func anotherProcessCanWriteAfter25Ms() async throws {
        try await TemporaryStore.run { other, path in
            let events = Shared<[Event]>([])
            let instant = Shared(ContinuousClock.now)
            let (barrier, otherIsDone) = (Barrier(), DispatchSemaphore(value: 0))
            let writer = try Self.writer(path, now: { instant.value }) { time in
                // While the other process writes, this one retries.
                guard time == SQLiteWriter.pauseAfterTimeSlice else {
                    return Thread.sleep(forTimeInterval: time / .seconds(1))
                }
                events.change { $0.append(.pause) }
                // The lock is free, and the other process has enough time at its first attempt.
                guard events.value.count(where: { $0 == .pause }) == 1 else { return }
                #expect(otherIsDone.wait(timeout: .now() + 60) == .success, "the other cannot write")
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<21 {
                    group.addTask {
                        try await writer.transaction(as: .request) { db in
                            if index == 0 { barrier.pass() }
                            instant.change { $0 += .milliseconds(10) }
                            events.change { $0.append(.write) }
                            return (.commit(), try Transaction(db, now: StoreContract.now).keyCheck.update("\(index)"))
                        }
                    }
                    if index == 0 { await barrier.arrivals(1) }
                }
                try await waitUntil("21 writes") { writer.inProgress == 21 }
                group.addTask {
                    defer { otherIsDone.signal() }
                    try await other.write { transaction in
                        events.change { $0.append(.other) }
                        try transaction.accounts.insert(StoreContract.account("other"))
                    }
                }
                try await waitUntil("write of the other") { other.writesInProgress == 1 }
                barrier.open()
                try await group.waitForAll()
            }
            let before = events.value.prefix { $0 != .other }
            #expect(before.count < events.value.count && before.count { $0 == .write } <= 3)
            let slices = events.value.filter { $0 != .other }.split(separator: .pause).map(\.count)
            #expect(slices == [3, 3, 3, 3, 3, 3, 3])
        }
    }

    @Test("V9 a waiting write retries each millisecond")
    func aWaitingWriteRetriesEachMillisecond() async throws {
        #expect(SQLiteWriter.poll == .milliseconds(1) && SQLiteWriter.poll < SQLiteWriter.pauseAfterTimeSlice)
        try await TemporaryStore.run { _, path in
            let waits = Shared<[Duration]>([])
            let writer = try Self.writer(path, now: { .now }) { time in
                waits.change { $0.append(time) }
                Thread.sleep(forTimeInterval: time / .seconds(1))
            }
            let held = try await HeldDatabase(path)
            async let written: Void = writer.transaction(as: .request) { db in
                (.commit(), try Transaction(db, now: StoreContract.now).keyCheck.update("k"))
            }
            try await waitUntil("third question") { waits.value.count >= 3 }
            try await held.release()
            try await written
            #expect(Set(waits.value) == [SQLiteWriter.poll])
        }
    }

    private static func writer(
        _ path: String, now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) -> Void
    ) throws -> SQLiteWriter {
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout / .seconds(1))
        return SQLiteWriter(
            pool: try DatabasePool(path: path, configuration: configuration), timeout: timeout, now: now, sleep: sleep
        )
    }
}
