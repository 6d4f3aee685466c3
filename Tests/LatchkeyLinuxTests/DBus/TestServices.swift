import ChildProcess
import Foundation
import Testing

@testable import LatchkeyLinux

/// The services started by `scripts/with-linux-services`.
struct TestServices {
    /// Whether the services are running.
    static let areThere = ProcessInfo.processInfo.environment["LATCHKEY_TEST_SERVICES"] == "1"

    /// The address of the bus that replaces the system bus.
    let bus: String

    init() throws { bus = try #require(ProcessInfo.processInfo.environment["DBUS_SYSTEM_BUS_ADDRESS"]) }

    /// Runs `gdbus` as another process on the bus. Returns its output.
    @discardableResult
    func gdbus(_ command: String, _ arguments: [String]) throws -> String {
        // Not `--address`: gdbus would send broadcast signals before `Hello`, and the bus drops them.
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/gdbus"), [command, "--system"] + arguments,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
        var said: [String] = []
        while let line = process.nextLine() { said.append(line) }
        try #require(try process.waitForChange() == .exited(0), "gdbus \(command) \(arguments)")
        return said.joined(separator: "\n")
    }

    /// Calls a method of a service from another process.
    @discardableResult
    func call(_ service: String, _ path: String, _ method: String, _ arguments: String...) throws -> String {
        try gdbus("call", ["--dest", service, "--object-path", path, "--method", method] + arguments)
    }

    /// Sends a forged signal from another process: to each process on the bus, or as a broadcast.
    func forge(_ path: String, _ signal: String, _ values: String..., isToOne: Bool) throws {
        for target in isToOne ? try uniqueNames().map({ ["--dest", $0] }) : [[]] {
            try gdbus("emit", target + ["--object-path", path, "--signal", signal] + values)
        }
    }

    /// Returns the unique names of all connections on the bus.
    private func uniqueNames() throws -> [String] {
        try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames")
            .split(separator: "'").map(String.init).filter { $0.hasPrefix(":") }
    }

    /// Returns the bus itself as an object.
    func busObject() async throws -> DBusObject {
        DBusPeer(name: DBusPeer.busName, connection: try await DBusConnection.open(bus))
            .object("/org/freedesktop/DBus", "org.freedesktop.DBus")
    }

    /// Returns the process that owns the name.
    func process(of name: String) async throws -> pid_t {
        let reply = try await busObject().call("GetConnectionUnixProcessID", .string(name))
        guard case .uint32(let number) = reply.values.first else { throw DBusError.unexpectedResponse }
        return pid_t(number)
    }

    /// Returns the initial environment of the process.
    func environment(of process: pid_t) throws -> [String: String] {
        let data = try Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
        let pairs = data.split(separator: 0).map {
            String(decoding: $0, as: UTF8.self).split(separator: "=", maxSplits: 1)
        }
        return Dictionary(pairs.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }) { $1 }
    }

    /// Waits until the name has an owner, or none.
    func waits(for name: String, isOwned: Bool) async throws {
        let connection = try await DBusConnection.open(bus)
        for await _ in await connection.ownerChanges(of: name)
        where try await (connection.owner(of: name) != nil) == isOwned { return }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests outside of `scripts/with-linux-services`, with the reason.
    static var whereServicesRun: Self {
        .enabled(if: TestServices.areThere, "run it by scripts/with-linux-services, which starts the services")
    }
}
