#if os(Linux)
import ChildProcess
import Foundation
import Testing

/// The desktop services started by `scripts/with-linux-services`, in place of the system's.
struct DesktopServices {
    /// Whether the services are running and an app can be connected to them.
    static let areThere: Bool = {
        guard let services = try? DesktopServices() else { return false }
        let process = try? ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", "exec \(services.launcher) true"], errors: URL(filePath: "/dev/null"))
        return (try? process?.waitForChange()) == .exited(0)
    }()

    let reader: VirtualReader
    private let bus: String
    private let keyring: String

    init() throws {
        let environment = ProcessInfo.processInfo.environment
        reader = VirtualReader(try #require(VirtualReader.socket))
        bus = try #require(environment["DBUS_SYSTEM_BUS_ADDRESS"])
        keyring = try #require(environment["DBUS_SESSION_BUS_ADDRESS"])
    }

    /// The command prefix that mounts the tests' bus at the fixed address of the system bus, in a mount namespace of
    /// the same user.
    var launcher: String {
        let socket = bus.replacing("unix:path=", with: "")
        let mount = "mount -t tmpfs tmpfs /run && mkdir /run/dbus && ln -s \"$0\" /run/dbus/system_bus_socket"
        let user = "unshare --map-user=\(getuid()) --map-group=\(getgid())"
        return "unshare --map-root-user --mount sh -c '\(mount) && exec \(user) \"$@\"' '\(socket)'"
    }

    /// Environment variables that select the keyring as storage.
    var environment: [String: String] {
        ["LATCHKEY_STORAGE": "keyring", "DBUS_SESSION_BUS_ADDRESS": keyring]
    }

    // MARK: The reader

    /// Returns whether another program can claim the reader.
    func isReaderFree() throws -> Bool {
        let claim = """
            import dbus
            object = dbus.SystemBus().get_object('net.reactivated.Fprint', '/net/reactivated/Fprint/Device/0')
            device = dbus.Interface(object, 'net.reactivated.Fprint.Device')
            device.Claim('')
            device.Release()
            """
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/python3"), ["-c", claim], errors: URL(filePath: "/dev/null"))
        return try process.waitForChange() == .exited(0)
    }

    // MARK: The session

    /// Makes logind request a lock of the session.
    func lockSession() throws {
        try logind("org.freedesktop.login1.Session.Lock", at: "/session/test1")
    }

    /// Announces that the machine is about to sleep, or is awake.
    func prepareForSleep(_ isAbout: Bool) throws {
        try logind(
            "org.freedesktop.DBus.Mock.EmitSignal", "org.freedesktop.login1.Manager", "PrepareForSleep", "b",
            "[<\(isAbout)>]")
    }

    /// Returns whether the app holds an inhibitor that delays sleep.
    func isSleepDelayed() throws -> Bool {
        try logind("org.freedesktop.login1.Manager.ListInhibitors").contains("'Latchkey'")
    }

    @discardableResult
    private func logind(_ method: String, at path: String = "", _ arguments: String...) throws -> String {
        let target = ["--dest", "org.freedesktop.login1", "--object-path", "/org/freedesktop/login1\(path)"]
        let (isDone, said) = try gdbus(target + ["--method", method] + arguments)
        try #require(isDone, "\(method) \(arguments)")
        return said
    }

    private func gdbus(_ arguments: [String]) throws -> (isDone: Bool, said: String) {
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/gdbus"), ["call", "--system"] + arguments, errors: URL(filePath: "/dev/null"))
        var lines: [String] = []
        while let line = process.nextLine() { lines.append(line) }
        return (try process.waitForChange() == .exited(0), lines.joined(separator: "\n"))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests where an app cannot have its own desktop, with the reason.
    static var whereTheDesktopIs: Self {
        .enabled(
            if: DesktopServices.areThere,
            "run it by scripts/with-linux-services, where unshare may make a namespace: it gives the app a desktop")
    }
}
#endif
