import Foundation
import LatchkeyLifecycle
import Testing

@testable import LatchkeyLinux

@Suite(.whereServicesRun, .serialized, .timeLimit(.minutes(5))) struct LogindServiceTests {
    private let logind: TestLogind
    private let lifecycle = AppLifecycleManager(initialState: .active)
    private let locks: AsyncStream<Void>

    init() throws {
        logind = try TestLogind()
        try logind.findsSession()
        let (locks, lock) = AsyncStream.makeStream(of: Void.self)
        self.locks = locks
        lifecycle.onDeviceLock { lock.yield() }
    }

    @Test func lockedSessionIsReportedAsADeviceLock() async throws {
        let registration = await logind.source().start(reportingTo: lifecycle)
        try logind.lock()
        await nextLock()
        try logind.lock()
        await nextLock()
        registration.cancel()
    }

    @Test func desktopLockHintIsReportedAsADeviceLock() async throws {
        let registration = await logind.source().start(reportingTo: lifecycle)
        try logind.setLockedHint(true)
        await nextLock()
        registration.cancel()
    }

    @Test func slowLogindDoesNotBlockStartAndIsMonitoredLater() async throws {
        let source = logind.source(timeout: .milliseconds(20))
        let registration = try #require(
            try await logind.whileSilent { await source.start(reportingTo: lifecycle) })
        // The source holds the inhibitor once logind has responded to all its calls.
        try await waits { try logind.isDelayed() }
        try logind.lock()
        await nextLock()
        registration.cancel()
    }

    @Test func unlockingASessionSendsNoEvent() async throws {
        let heard = Recorder(lifecycle)
        let registration = await logind.source().start(reportingTo: lifecycle)
        try logind.unlock()
        try logind.setLockedHint(false)
        try logind.prepareForSleep(false)
        try await sleeps()
        #expect(heard.events == [.deviceLock])
        #expect(lifecycle.currentState == .active)
        registration.cancel()
    }

    @Test func sleepIsDelayedUntilTheAppIsLocked() async throws {
        let (gate, opened) = AsyncStream.makeStream(of: Never.self)
        lifecycle.onDeviceLock { for await _ in gate {} }
        let registration = await logind.source().start(reportingTo: lifecycle)
        #expect(try logind.isDelayed())
        try logind.prepareForSleep(true)
        await nextLock()
        // A handler is still running.
        #expect(try logind.isDelayed())
        opened.finish()
        try await waits { try !logind.isDelayed() }
        try logind.prepareForSleep(false)
        try await waits { try logind.isDelayed() }
        registration.cancel()
        try await waits { try !logind.isDelayed() }
    }

    @Test func processOutsideSessionsObservesTheUsersGraphicalSession() async throws {
        try logind.findsSessionOfUser()
        let registration = await logind.source().start(reportingTo: lifecycle)
        try logind.lock()
        await nextLock()
        registration.cancel()
    }

    @Test func sleepIsObservedWithoutASession() async throws {
        try logind.findsSession("raise dbus.exceptions.DBusException('None', name='org.example.NoSession')")
        let (absences, absence) = AsyncStream.makeStream(of: LogindAbsence.self)
        let registration = await logind.source { absence.yield($0) }.start(reportingTo: lifecycle)
        try logind.prepareForSleep(true)
        await nextLock()
        registration.cancel()
        absence.finish()
        #expect(await absences.reduce(into: []) { $0.append($1) } == [.noSession])
    }

    @Test func theSourceReconnectsAfterLogindRestartsAndReportsAbsenceOnce() async throws {
        let (absences, absence) = AsyncStream.makeStream(of: LogindAbsence.self)
        let registration = await logind.source { absence.yield($0) }.start(reportingTo: lifecycle)
        for _ in 0..<2 {
            let start = try await logind.end()
            try await start()
            try logind.prepare()
            // The restarted logind may not know the session yet, but sleep requires no session.
            try await waits { try logind.isDelayed() }
            try logind.prepareForSleep(true)
            await nextLock()
        }
        registration.cancel()
        absence.finish()
        let said = await absences.reduce(into: []) { $0.append($1) }
        #expect(said.filter { $0 == .noLogind }.count <= 1)
    }

    @Test func logindStartedLaterIsObserved() async throws {
        let start = try await logind.end()
        let (absences, absence) = AsyncStream.makeStream(of: LogindAbsence.self)
        let registration = await logind.source { absence.yield($0) }.start(reportingTo: lifecycle)
        for await first in absences {
            #expect(first == .noLogind)
            break
        }
        try await start()
        try logind.prepare()
        try await waits { try logind.isDelayed() }
        try logind.prepareForSleep(true)
        await nextLock()
        registration.cancel()
    }

    @Test("C13 MASVS-PLATFORM-1 only logind can report a session lock", arguments: [true, false])
    func onlyLogindCanReportASessionLock(isToOne: Bool) async throws {
        let heard = Recorder(lifecycle)
        let registration = await logind.source().start(reportingTo: lifecycle)
        try logind.forgeLock(isToOne: isToOne)
        try await sleeps()
        #expect(heard.events == [.deviceLock])
        registration.cancel()
    }

    private func nextLock() async { for await _ in locks { return } }

    /// Simulates sleep, which locks the device. When the inhibitor is released, all handlers have received the earlier
    /// signals.
    private func sleeps() async throws {
        try logind.prepareForSleep(true)
        try await waits { try !logind.isDelayed() }
    }
}

struct LogindTests {
    @Test func aMissingBusIsReportedOnceAndSendsNoEvents() async {
        let (absences, absence) = AsyncStream.makeStream(of: LogindAbsence.self)
        let source = LogindLifecycleSource(bus: "unix:path=/nonexistent/bus", app: "Test", process: 1) {
            absence.yield($0)
        }
        let registration = await source.start(reportingTo: AppLifecycleManager())
        registration.cancel()
        absence.finish()
        #expect(await absences.reduce(into: []) { $0.append($1) } == [.noLogind])
    }
}
