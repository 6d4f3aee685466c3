import ChildProcess
import Foundation
import Synchronization
import Testing

@testable import LatchkeyLinux

/// python-dbusmock in the place of logind, and what happens to the session.
struct TestLogind {
    static let app = "Latchkey's tests"
    private static let service = "org.freedesktop.login1"
    private static let root = "/org/freedesktop/login1"
    private static let session = "\(root)/session/test1"
    /// The logind that a test has restarted. Kept: the next test uses it, and it ends with the bus.
    private static let daemon = Mutex<ChildProcess?>(nil)

    let services: TestServices

    init() throws { services = try TestServices() }

    /// What is tested.
    func source(
        process: Int32 = ProcessInfo.processInfo.processIdentifier, timeout: Duration = .seconds(60),
        onAbsence: @escaping @Sendable (LogindAbsence) -> Void = { Issue.record("there is no \($0)") }
    ) -> LogindLifecycleSource {
        LogindLifecycleSource(
            bus: services.bus, app: Self.app, process: process, timeout: timeout,
            onAbsence: onAbsence)
    }

    func lock() throws { try services.call(Self.service, Self.session, "org.freedesktop.login1.Session.Lock") }

    /// Lets another process claim that the session is locked: to all at once, or to each process on the bus.
    func forgeLock(isToOne: Bool) throws {
        try services.forge(Self.session, "org.freedesktop.login1.Session.Lock", isToOne: isToOne)
    }

    func unlock() throws { try services.call(Self.service, Self.session, "org.freedesktop.login1.Session.Unlock") }

    /// Says that the machine is about to sleep, or that it is awake.
    func prepareForSleep(_ isAbout: Bool) throws {
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.EmitSignal", "org.freedesktop.login1.Manager",
            "PrepareForSleep", "b", "[<\(isAbout)>]")
    }

    /// As a desktop does that has locked the session by itself.
    func setLockedHint(_ isLocked: Bool) throws {
        try services.call(
            Self.service, Self.session, "org.freedesktop.DBus.Mock.UpdateProperties", "org.freedesktop.login1.Session",
            "{'LockedHint': <\(isLocked)>}")
    }

    /// Has the method that finds sessions answer by this line of Python.
    func findsSession(_ line: String) throws {
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddMethod", "org.freedesktop.login1.Manager",
            "GetSessionByPID", "u", "o", line)
    }

    /// Makes the session that every process belongs to.
    func findsSession() throws { try findsSession("ret = '\(Self.session)'") }

    /// Gives the user a session at a screen, and processes that belong to none.
    func findsSessionOfUser() throws {
        try findsSession(
            "raise dbus.exceptions.DBusException('None', name='org.freedesktop.login1.NoSessionForPID')")
        // Not the user that the stand-in has: it cannot change a property of this type.
        let user = "\(Self.root)/user/test\(UInt32.random(in: 0 ... .max))"
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddMethod", "org.freedesktop.login1.Manager",
            "GetUserByPID", "u", "o", "ret = '\(user)'")
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddObject", user, "org.freedesktop.login1.User",
            "{'Display': <('test1', objectpath '\(Self.session)')>}", "@a(ssss) []")
    }

    /// Whether this app holds up the machine's sleep.
    func isDelayed() throws -> Bool {
        try services.call(Self.service, Self.root, "org.freedesktop.login1.Manager.ListInhibitors")
            .contains("sleep', \"\(Self.app)\"")
    }

    /// Performs the work while logind is stopped and does not answer. Returns nil when the work has waited for the
    /// answer, which comes in the end.
    func whileSilent<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value? {
        // Only a failure lasts as long.
        try await whileStopped(try await services.process(of: Self.service), atMost: .seconds(60), work)
    }

    /// Ends logind, and returns what starts it again.
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

    /// What the stand-in is told after a start.
    func prepare() throws {
        try services.call(
            Self.service, Self.root, "org.freedesktop.DBus.Mock.AddSession", "test1", "seat0", "\(getuid())", "test",
            "true")
        try findsSession()
    }
}
