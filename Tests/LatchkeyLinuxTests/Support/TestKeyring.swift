import ChildProcess
import Foundation
import Testing

@testable import LatchkeyLinux

/// A gnome-keyring for one test, on its own bus without activatable services.
final class TestKeyring {
    static let password = "test-password"
    static let path = "/org/freedesktop/secrets/collection/login"

    /// The address of the bus.
    let address: String
    private let directory: TemporaryDirectory
    private let bus: ChildProcess
    private(set) var daemon: ChildProcess?

    /// Starts a bus, and optionally a keyring.
    ///
    /// - Parameter isOpen: Whether to start an unlocked keyring, as after a login.
    init(isOpen: Bool = true) throws {
        directory = try TemporaryDirectory()
        let settings = directory.url.appending(path: "bus.conf")
        try BusSettings.text(socket: directory.url.appending(path: "bus").path)
            .write(to: settings, atomically: true, encoding: .utf8)
        bus = try ChildProcess(
            Self.program("dbus-daemon"),
            ["--config-file=\(settings.path)", "--nofork", "--nopidfile", "--print-address"],
            environment: ["PATH": "/usr/bin:/bin"], errors: directory.url.appending(path: "errors"))
        address = try #require(bus.nextLine())
        if isOpen { try start() }
    }

    /// Starts or restarts the keyring daemon with the same home.
    ///
    /// - Parameter isOpen: Whether its user has logged in, which creates and unlocks the keyring `login`.
    func start(isOpen: Bool = true) throws {
        let input = directory.url.appending(path: "password")
        try Data(Self.password.utf8).write(to: input)
        let line = "exec gnome-keyring-daemon --foreground --components=secrets \(isOpen ? "--unlock" : "") <\"$0\""
        daemon = try ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", line, input.path],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": directory.url.path, "XDG_DATA_HOME": directory.url.path,
                "XDG_RUNTIME_DIR": directory.url.path, "DBUS_SESSION_BUS_ADDRESS": address,
            ], errors: directory.url.appending(path: "errors"))
        try run("gdbus", ["wait", "--address", address, "--timeout", "10", KeyringConnection.name])
    }

    /// Kills the daemon, and waits until the bus has noticed.
    func crash() throws {
        daemon?.send(SIGKILL)
        _ = try daemon?.waitForChange()
        daemon = nil
        // The bus handles the daemon's disconnection before it responds to a new connection.
        try run(
            "gdbus",
            [
                "call", "--address", address, "--dest", "org.freedesktop.DBus", "--object-path", "/",
                "--method", "org.freedesktop.DBus.GetId",
            ])
    }

    /// Runs the work while the bus is stopped, for at most a minute. Returns nil after that time.
    func whileBusIsStopped<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value? {
        try await whileStopped(bus.identifier, atMost: .seconds(60), work)
    }

    /// Locks this keyring or another one, like its user in the keyring's app.
    func lock(_ path: String = path) throws {
        try run(
            "gdbus",
            [
                "call", "--address", address, "--dest", KeyringConnection.name, "--object-path",
                KeyringConnection.path, "--method", "org.freedesktop.Secret.Service.Lock",
                "[objectpath '\(path)']",
            ])
    }

    /// Starts a simulated user at the password prompt, with the arguments of `prompter.py`.
    func person(_ arguments: String...) throws -> ChildProcess {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "prompter.py")
        let person = try ChildProcess(
            URL(filePath: "/usr/bin/python3"), [script.path] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address],
            errors: directory.url.appending(path: "errors"))
        #expect(person.nextLine() == "ready")
        return person
    }

    /// Returns a store on this keyring.
    func storage(
        _ service: String = "test", _ change: (inout SecretServiceSecureStorage.Overrides) -> Void = { _ in }
    ) -> SecretServiceSecureStorage {
        var overrides = SecretServiceSecureStorage.Overrides()
        overrides.address = address
        change(&overrides)
        return SecretServiceSecureStorage(service: service, overrides)
    }

    /// Returns the files of the keyring.
    func files() throws -> [Data] {
        let folder = directory.url.appending(path: "keyrings")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try Data(contentsOf: $0) }
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let child = try ChildProcess(
            Self.program(program), arguments, environment: ["PATH": "/usr/bin:/bin"],
            errors: directory.url.appending(path: "errors"))
        while child.nextLine() != nil {}
        let status = try child.waitForChange()
        #expect(status == .exited(0), "\(program) \(arguments)")
    }

    private static func program(_ name: String) -> URL { URL(filePath: "/usr/bin/\(name)") }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests outside of `scripts/with-linux-services`, with the reason.
    static var whereTheServicesAre: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["LATCHKEY_TEST_SERVICES"] == "1",
            "no desktop services: scripts/with-linux-services scripts/swift test --filter ServiceTests")
    }
}
