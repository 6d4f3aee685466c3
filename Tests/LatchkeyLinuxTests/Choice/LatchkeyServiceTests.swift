import ChildProcess
import Foundation
import Testing

@testable import LatchkeyLinux

@Suite("The terminal app and the keyring", .whereTheServicesAre, .serialized, .timeLimit(.minutes(5)))
struct LatchkeyServiceTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private var data: URL { home.url.appending(path: "data/latchkey") }

    /// Runs the app. Returns its status, standard output and standard error.
    private func run(
        _ arguments: String..., bus: String?, storage: String? = nil
    ) throws -> (status: ChildProcess.Change, output: String, errors: String) {
        var environment = [
            "PATH": "/usr/bin:/bin", "HOME": home.url.path, "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": home.url.appending(path: "config").path,
            "XDG_DATA_HOME": home.url.appending(path: "data").path,
            "XDG_RUNTIME_DIR": home.url.path,
        ]
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        environment["LATCHKEY_STORAGE"] = storage
        let errors = home.url.appending(path: "errors-\(UUID())")
        let child = try ChildProcess(
            ChildProcess.built("latchkey"), arguments, environment: environment, errors: errors)
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        let status = try child.waitForChange()
        return (status, lines.joined(separator: "\n"), try String(contentsOf: errors, encoding: .utf8))
    }

    /// Returns the report of `doctor --json`.
    private func diagnosis(bus: String?, storage: String? = nil) throws -> [String: Any] {
        let (status, output, errors) = try run("doctor", "--json", bus: bus, storage: storage)
        #expect(status == .exited(0), "\(errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }

    private func expect(
        _ diagnosis: [String: Any], storage: String?, reason: String, keyring: String, lacksKeyring: Bool = false
    ) {
        let (secrets, found) = (diagnosis["secrets"] as? [String: Any], diagnosis["keyring"] as? [String: Any])
        #expect(secrets?["storage"] as? String == storage)
        #expect(secrets?["reason"] as? String == reason)
        #expect(found?["state"] as? String == keyring)
        // The list may also contain packages for the machine's own reader.
        #expect((diagnosis["install"] as? [String])?.contains("gnome-keyring") == lacksKeyring)
    }

    @Test func newSecretsAreStoredInTheAvailableKeyring() throws {
        let keyring = try TestKeyring()
        expect(try diagnosis(bus: keyring.address), storage: "keyring", reason: "found", keyring: "open")
        #expect(!FileManager.default.fileExists(atPath: data.path))
        #expect(try run("status", bus: keyring.address).status == .exited(0))
        expect(try diagnosis(bus: keyring.address), storage: "keyring", reason: "kept", keyring: "open")
        let found = FileManager.default.enumerator(atPath: data.path)?.compactMap { $0 as? String } ?? []
        #expect(found.contains { $0.hasSuffix("/keyring") })
        #expect(!found.contains { $0.hasSuffix("/secrets") || $0.hasSuffix("/key") })
        // No setting moves secrets or causes a fallback to files.
        let words = try run("doctor", bus: keyring.address, storage: "file").output
        #expect(words.contains("Secrets: in the keyring. They are there already; settings do not move them."))
        #expect(words.contains("The keyring is unlocked."))
        try keyring.crash()
        for setting in [nil, "file"] {
            let (status, _, errors) = try run("status", bus: keyring.address, storage: setting)
            #expect(status == .exited(9))
            #expect(errors.contains("There is no keyring"))
        }
    }

    @Test func withoutAKeyringNothingIsStoredUntilFilesAreChosen() throws {
        for bus in [nil, "unix:path=/nonexistent/bus"] {
            let (status, _, errors) = try run("status", bus: bus)
            #expect(status == .exited(9))
            #expect(errors.contains("There is no keyring") && errors.contains("LATCHKEY_STORAGE=file"))
            #expect(errors.contains(home.url.appending(path: "config/latchkey/config.json").path))
            let absent = try diagnosis(bus: bus)
            expect(absent, storage: nil, reason: "nothing", keyring: "absent", lacksKeyring: true)
        }
        #expect(try run("status", bus: nil, storage: "keyring").status == .exited(9))
        let malformed = try run("status", bus: nil, storage: "drawer")
        #expect(malformed.status == .exited(64) && malformed.errors.contains("drawer is not a kind of storage"))
        #expect(try run("status", bus: nil, storage: "file").status == .exited(0))
    }

    @Test func secretsInFilesAreNotMovedToAKeyring() throws {
        let keyring = try TestKeyring()
        #expect(try run("status", bus: nil, storage: "file").status == .exited(0))
        for setting in [nil, "keyring"] {
            #expect(try run("status", bus: keyring.address, storage: setting).status == .exited(0))
            let diagnosis = try diagnosis(bus: keyring.address, storage: setting)
            expect(diagnosis, storage: "file", reason: "kept", keyring: "open")
        }
    }

    @Test func statusReportsALockedKeyringWithoutPrompting() throws {
        let keyring = try TestKeyring()
        #expect(try run("status", bus: keyring.address).status == .exited(0))
        try keyring.lock()
        let person = try keyring.person("answer", TestKeyring.password)
        let (status, _, errors) = try run("status", bus: keyring.address)
        #expect(status == .exited(9))
        #expect(errors.contains("The keyring is locked."))
        expect(try diagnosis(bus: keyring.address), storage: "keyring", reason: "kept", keyring: "locked")
        #expect(person.linesSoFar() == [])
        // A command that needs notes unlocks the keyring first, and then requires a sign-in.
        let list = try run("note", "list", bus: keyring.address)
        #expect(list.status == .exited(4), "\(list.errors)")
        #expect(list.errors.contains("The keyring prompts for its password"))
        #expect(person.linesSoFar() == ["asked"])
    }

    @Test func differentKeyringIsNotTreatedAsEmpty() throws {
        let (first, second) = (try TestKeyring(), try TestKeyring())
        #expect(try run("status", bus: first.address).status == .exited(0))
        let (status, _, errors) = try run("status", bus: second.address)
        #expect(status == .exited(9))
        #expect(errors.contains("in another keyring"))
        #expect(try run("status", bus: first.address).status == .exited(0))
    }

    /// Simulates a concurrent first start: the keyring has the mark of another process, and the file does not exist
    /// yet.
    @Test func existingMarkInTheKeyringIsReused() throws {
        let keyring = try TestKeyring()
        #expect(try run("status", bus: keyring.address).status == .exited(0))
        let names = FileManager.default.enumerator(atPath: data.path)?.compactMap { $0 as? String } ?? []
        let file = data.appending(path: try #require(names.first { $0.hasSuffix("/keyring") }))
        let mark = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        #expect(try run("status", bus: keyring.address).status == .exited(0))
        #expect(try Data(contentsOf: file) == mark)
    }
}
