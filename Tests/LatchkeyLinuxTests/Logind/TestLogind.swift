import ChildProcess
import Foundation
import Synchronization
import Testing

@testable import LatchkeyLinux

/// A simulated logind (python-dbusmock) with one session.
struct TestLogind {
    static let app = "Latchkey's tests"
    private static let service = "org.freedesktop.login1"
    private static let root = "/org/freedesktop/login1"
    private static let session = "\(root)/session/test1"
    /// The logind restarted by a test. Later tests use it, and it ends with the bus.
    private static let daemon = Mutex<ChildProcess?>(nil)

    let services: TestServices

    init() throws { services = try TestServices() }

    /// Returns the lifecycle source under test.
    func source(
        process: Int32 = ProcessInfo.processInfo.processIdentifier, timeout: Duration = .seconds(60),
        onAbsence: @escaping @Sendable (LogindAbsence) -> Void = { Issue.record("there is no \($0)") }
    ) -> LogindLifecycleSource {
        LogindLifecycleSource(
            bus: services.bus, app: Self.app, process: process, timeout: timeout,
            onAbsence: onAbsence)
    }

    func lock() throws { try services.call(Self.service, Self.session, "org.freedesktop.login1.Session.Lock") }

    /// Sends a forged lock signal from another process: as a broadcast, or to each process on the bus.
    func forgeLock(isToOne: Bool) throws {
        try services.forge(Self.session, "org.freedesktop.login1.Session.Lock", isToOne: isToOne)
    }

    func unlock() throws { try services.call(Self.service, Self.session, "org.freedesktop.login1.Session.Unlock") }

    /// Announces that the machine is about to sleep, or is awake.
    func prepareForSleep(_ isAbout: Bool) throws {
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.EmitSignal", "org.freedesktop.login1.Manager",
            "PrepareForSleep", "b", "[<\(isAbout)>]")
    }

    /// Sets the lock hint, like a desktop that has locked the session itself.
    func setLockedHint(_ isLocked: Bool) throws {
        try services.call(
            Self.service, Self.session, "org.freedesktop.DBus.Mock.UpdateProperties", "org.freedesktop.login1.Session",
            "{'LockedHint': <\(isLocked)>}")
    }

    /// Implements session lookup with a line of Python.
    func findsSession(_ line: String) throws {
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddMethod", "org.freedesktop.login1.Manager",
            "GetSessionByPID", "u", "o", line)
    }

    /// Makes session lookup return the session for every process.
    func findsSession() throws { try findsSession("ret = '\(Self.session)'") }

    /// Makes session lookup fail, and gives the user a graphical session.
    func findsSessionOfUser() throws {
        try findsSession(
            "raise dbus.exceptions.DBusException('None', name='org.freedesktop.login1.NoSessionForPID')")
        // Not the simulated logind's own user: a property of this type cannot be changed there.
        let user = "\(Self.root)/user/test\(UInt32.random(in: 0 ... .max))"
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddMethod", "org.freedesktop.login1.Manager",
            "GetUserByPID", "u", "o", "ret = '\(user)'")
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddObject", user, "org.freedesktop.login1.User",
            "{'Display': <('test1', objectpath '\(Self.session)')>}", "@a(ssss) []")
    }

    /// Returns whether the app holds an inhibitor that delays sleep.
    func isDelayed() throws -> Bool {
        try services.call(Self.service, Self.root, "org.freedesktop.login1.Manager.ListInhibitors")
            .contains("sleep', \"\(Self.app)\"")
    }

    /// Runs the work while logind is stopped and does not respond. Returns nil if the work waited for the response,
    /// which arrives at the end.
    func whileSilent<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value? {
        // Only a failing test waits this long.
        try await whileStopped(try await services.process(of: Self.service), atMost: .seconds(60), work)
    }

    /// Stops logind. Returns a closure that restarts it.
    func end() async throws -> () async throws -> Void {
        let process = try await services.process(of: Self.service)
        let environment = try services.environment(of: process)
        kill(process, SIGKILL)
        try await services.waits(for: Self.service, isOwned: false)
        return {
            try Self.daemon.withLock {
                $0 = try ChildProcess(
                    URL(filePath: "/usr/bin/python3"), ["-m", "dbusmock", "--system", "-t", "logind"],
                    environment: environment, errors: URL(filePath: "/dev/null"))
            }
            try await services.waits(for: Self.service, isOwned: true)
        }
    }

    /// Configures the simulated logind after a start.
    func prepare() throws {
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddSession", "test1", "seat0", "\(getuid())", "test",
            "true")
        try findsSession()
    }
}
