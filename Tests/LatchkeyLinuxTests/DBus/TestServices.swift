import ChildProcess
import Foundation
import Testing

@testable import LatchkeyLinux

/// The services that `scripts/with-linux-services` has started.
struct TestServices {
    /// Whether they are there.
    static let areThere = ProcessInfo.processInfo.environment["LATCHKEY_TEST_SERVICES"] == "1"

    /// The stand-in for the system's bus.
    let bus: String

    init() throws { bus = try #require(ProcessInfo.processInfo.environment["DBUS_SYSTEM_BUS_ADDRESS"]) }

    /// Has `gdbus`, which is another process on the bus, do something, and returns what it says.
    @discardableResult
    func gdbus(_ command: String, _ arguments: [String]) throws -> String {
        // Not "--address": gdbus then sends broadcast signals before `Hello`, and the bus drops them.
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/gdbus"), [command, "--system"] + arguments,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
        var said: [String] = []
        while let line = process.nextLine() { said.append(line) }
        try #require(try process.waitForChange() == .exited(0), "gdbus \(command) \(arguments)")
        return said.joined(separator: "\n")
    }

    /// Calls a method of a service, from another process.
    @discardableResult
    func call(_ service: String, _ path: String, _ method: String, _ arguments: String...) throws -> String {
        try gdbus("call", ["--dest", service, "--object-path", path, "--method", method] + arguments)
    }

    /// Lets another process send a signal: to each process on the bus, or to all at once.
    func forge(_ path: String, _ signal: String, _ values: String..., isToOne: Bool) throws {
        for target in isToOne ? try uniqueNames().map({ ["--dest", $0] }) : [[]] {
            try gdbus("emit", target + ["--object-path", path, "--signal", signal] + values)
        }
    }

    /// The unique names of all processes on the bus.
    private func uniqueNames() throws -> [String] {
        try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames")
            .split(separator: "'").map(String.init).filter { $0.hasPrefix(":") }
    }

    /// The bus itself, as an object.
    func busObject() async throws -> DBusObject {
        DBusPeer(name: DBusPeer.busName, connection: try await DBusConnection.open(bus))
            .object("/org/freedesktop/DBus", "org.freedesktop.DBus")
    }

    /// The process that owns the name now.
    func process(of name: String) async throws -> pid_t {
        let reply = try await busObject().call("GetConnectionUnixProcessID", .string(name))
        guard case .uint32(let number) = reply.values.first else { throw DBusError.unexpectedAnswer }
        return pid_t(number)
    }

    /// The environment that the process was started with.
    func environment(of process: pid_t) throws -> [String: String] {
        let data = try Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
        let pairs = data.split(separator: 0).map {
            String(decoding: $0, as: UTF8.self).split(separator: "=", maxSplits: 1)
        }
        return Dictionary(pairs.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }) { $1 }
    }

    /// Waits until the name has an owner, or has none.
    func waits(for name: String, isOwned: Bool) async throws {
        let connection = try await DBusConnection.open(bus)
        for await _ in await connection.ownerChanges(of: name)
        where try await (connection.owner(of: name) != nil) == isOwned { return }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips, and says why, outside of `scripts/with-linux-services`.
    static var whereServicesRun: Self {
        .enabled(if: TestServices.areThere, "run it by scripts/with-linux-services, which starts the services")
    }
}
