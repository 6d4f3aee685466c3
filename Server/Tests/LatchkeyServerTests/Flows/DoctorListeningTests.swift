import Foundation
import Testing

@testable import LatchkeyServer

extension Flows {
    /// `doctor` with ports and files of other users.
    @Suite struct DoctorListeningTests {
        private typealias Start = ServerUnderTest.Start

        private static let unprivilegedUser: UInt32 = 65_534
        private static let asUnprivilegedUser = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        private static let keys = "k1:" + Data(repeating: 1, count: 32).base64EncodedString()
        private static let canChangeUser = ServerExecutable.installed("setpriv") != nil && getuid() == 0
        private static let reason: Comment = "needs root and setpriv, to start the server as another user"

        /// The first unprivileged port.
        private static let unprivileged: Int = {
            let file = "/proc/sys/net/ipv4/ip_unprivileged_port_start"
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 1024
        }()

        private func lines(_ data: DataFolder, _ start: Start) async throws -> (status: Int32, lines: [String]) {
            let doctor = try ServerUnderTest.launch(on: data, start, command: "doctor")
            let status = try await doctor.exit().status
            return (status, doctor.output.split(separator: "\n").map { String($0) })
        }

        private func start(_ settings: [String: String] = [:]) throws -> Start {
            Start(
                settings: settings,
                wrapper: [try #require(ServerExecutable.installed("setpriv"))] + Self.asUnprivilegedUser)
        }

        /// Changes the owner to the other user, or back to root.
        private func give(_ url: URL, to user: UInt32 = Self.unprivilegedUser, mode: Int) throws {
            try FileManager.default.setAttributes(
                [.ownerAccountID: user, .groupOwnerAccountID: user, .posixPermissions: mode], ofItemAtPath: url.path)
        }

        private func makeFolder(_ url: URL) throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        @Test(.onOneStore) func aPortOfAnotherProgramStopsTheStart() async throws {
            try await ForeignListener.run { port in
                for name in ["LATCHKEY_PORT", "LATCHKEY_METRICS_PORT"] {
                    try await ScratchFolder.with { scratch in
                        try await DataFolder(in: scratch).expectRejection(
                            Start(settings: [name: "\(port)"]), named: name)
                    }
                }
            }
        }

        @Test(.onOneStore) func theServersOwnPortsAreFine() async throws {
            let settings = ["LATCHKEY_METRICS_PORT": "\(try await FreePort.find())"]
            try await ServerUnderTest.run(settings: settings) { server in
                let both = settings.merging(["LATCHKEY_PORT": server.port]) { $1 }
                let (_, lines) = try await lines(server.data, Start(settings: both))
                let listening = lines.filter { $0.hasPrefix("listening: ") }
                #expect(listening.count == 2)
                for line in listening {
                    #expect(line.hasPrefix("listening: ok: ") && line.contains("server already listens"), "\(line)")
                }
            }
        }

        @Test(
            .onSQLite, .enabled(if: canChangeUser && unprivileged > 1, reason),
            arguments: ["LATCHKEY_PORT", "LATCHKEY_METRICS_PORT"])
        func aPrivilegedPortStopsTheStartWithTheSameMessage(name: String) async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try makeFolder(data.folder)
                try give(data.folder, mode: 0o700)
                try await data.expectRejection(try start([name: "1"]), named: name)
            }
        }

        @Test(
            .onSQLite,
            .enabled(if: canChangeUser, reason))
        func aMissingWritePermissionIsAFailureBeforeTheStart() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch, named: "roots/data")
                // Root's directory prevents creation of the data directory.
                try makeFolder(data.folder.deletingLastPathComponent())
                try await data.expectRejection(try start(), named: "LATCHKEY_DATA_DIR")
                // The same for the database in it, for the keys, and for the outbox.
                try makeFolder(data.folder)
                try give(data.folder, to: 0, mode: 0o755)
                try await data.expectRejection(try start(), named: "LATCHKEY_DATABASE_URL")
                let own = scratch.appending(path: "own")
                try makeFolder(own)
                try give(own, mode: 0o700)
                var settings = ["LATCHKEY_DATABASE_URL": "sqlite:\(own.path)/x.sqlite"]
                try await data.expectRejection(try start(settings), named: "LATCHKEY_SECRET_KEYS")
                settings["LATCHKEY_SECRET_KEYS"] = Self.keys
                try await data.expectRejection(try start(settings), named: "LATCHKEY_DATA_DIR")
                settings["LATCHKEY_MAIL_URL"] = "smtp://localhost:25?tls=none"
                let (status, lines) = try await lines(data, try start(settings))
                #expect(status == 0, "\(lines)")
            }
        }

        @Test(.onSQLite, .enabled(if: canChangeUser, reason))
        func aForeignDatabaseStopsTheStart() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data) { _ in }
                try give(data.folder, mode: 0o700)
                try give(data.folder.appending(path: "secret-keys"), mode: 0o600)
                try await data.expectRejection(try start(), named: "LATCHKEY_DATABASE_URL")
                let names = try FileManager.default.contentsOfDirectory(atPath: data.folder.path)
                for name in names where name.hasPrefix("latchkey.sqlite") {
                    try give(data.folder.appending(path: name), mode: 0o600)
                }
                try give(data.databaseFile, mode: 0o400)
                let locked = try await lines(data, try start())
                #expect(locked.status == 1)
                let line = "database: failure: \(data.databaseFile.path.debugDescription) is read-only"
                #expect(locked.lines.contains { $0.hasPrefix(line) }, "\(locked.lines)")
                // The outbox is a directory of root.
                let outbox = "mail: failure: \(data.outbox.path.debugDescription) cannot be written; give the server's"
                #expect(locked.lines.contains { $0.hasPrefix(outbox) }, "\(locked.lines)")
                try give(data.databaseFile, mode: 0o600)
                try give(data.outbox, mode: 0o700)
                let fixed = try await lines(data, try start())
                #expect(fixed.status == 0, "\(fixed.lines)")
            }
        }
    }
}
