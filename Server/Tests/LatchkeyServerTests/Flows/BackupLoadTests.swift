import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite(.onSQLite) struct BackupLoadTests {
        private static let owners = (0..<4).map { "user\($0)@example.com" }

        @Test("V6 a backup under load restores every account and no session")
        func aBackupUnderLoadRestoresEveryAccountAndNoSession() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let backups = (0..<3).map { scratch.appending(path: "backup-\($0).sqlite") }
                let tokens = try await ServerUnderTest.run(on: data) { server in
                    var sessions: [SessionResponse] = []
                    for owner in Self.owners { sessions.append(try await server.signInWithPasscode(owner)) }
                    return try await Self.underLoad(server, sessions) {
                        for backup in backups {
                            let result = try await data.run(["backup", backup.path])
                            #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
                        }
                    }
                }
                for (index, backup) in backups.enumerated() {
                    let place = DataFolder(in: scratch, named: "place-\(index)")
                    try place.takeKeys(of: data)
                    let result = try await place.run(["restore", backup.path])
                    #expect(result.status == 0, "\(result.errors)")
                    #expect(result.output.hasPrefix("4 accounts restored\n4 sessions ended"))
                    try await Self.checkBooks(place, tokens)
                }
            }
        }

        @Test("V7 a restore requires its keys and replaces no database")
        func aRestoreRequiresItsKeysAndReplacesNoDatabase() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data) { _ = try await $0.signInWithPasscode() }
                let backup = scratch.appending(path: "backup.sqlite").path
                #expect(try await data.run(["backup", backup]).status == 0)
                let twice = try await data.run(["backup", backup])
                #expect(twice.status == 1 && twice.errors.contains("already exists"))
                let over = try await data.run(["restore", backup])
                #expect(over.status == 1 && over.errors.contains("already exists"))
                let place = DataFolder(in: scratch, named: "place")
                let none = try await place.run(["restore", backup])
                #expect(none.status == 2 && none.errors.contains("LATCHKEY_SECRET_KEYS"), "\(none.errors)")
                let others = try await place.run(
                    ["restore", backup], settings: ["LATCHKEY_SECRET_KEYS": TestKeys.entry("k1", fill: 9)])
                #expect(others.status == 2 && others.errors.contains("LATCHKEY_SECRET_KEYS"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path).isEmpty)
            }
        }

        @Test("V8 a full disk leaves no partial backup or database")
        func aFullDiskLeavesNoPartialBackupOrDatabase() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                #expect(try await data.run(["users", "add", "ann@example.com"]).status == 0)
                let backup = scratch.appending(path: "backup.sqlite").path
                // Limits files to 32 KiB.
                let wrapper = ["/bin/sh", "-c", #"trap "" XFSZ; ulimit -f 64; exec "$0" "$@""#]
                let full = try await data.run(["backup", backup], wrapper: wrapper)
                #expect(full.status == 1 && full.errors.contains("cannot be written"), "\(full.errors)")
                #expect(!FileManager.default.fileExists(atPath: backup))
                #expect(try await data.run(["backup", backup]).status == 0)
                // No server has used a key with this database: the restore still works.
                let place = DataFolder(in: scratch, named: "place")
                let half = try await place.run(["restore", backup], wrapper: wrapper)
                #expect(half.status == 1 && half.errors.contains("cannot be written"), "\(half.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path).isEmpty)
                let whole = try await place.run(["restore", backup])
                #expect(whole.output.hasPrefix("1 accounts restored"), "\(whole.errors)")
            }
        }

        @Test(
            .enabled(
                if: ServerExecutable.installed("unshare") != nil && getuid() == 0, "needs root, to mount the disk"))
        func commandsOnAReadOnlyDiskPrintAdvice() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                #expect(try await data.run(["users", "add", "ann@example.com"]).status == 0)
                // The log remains where the last connection to close only reads (https://sqlite.org/wal.html), which
                // may happen on a slow machine.
                try await data.withStore { try await ($0 as? SQLiteStore)?.emptyLog() }
                for suffix in ["-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: data.databaseFile.path + suffix)
                }
                let folder = "'\(data.folder.path)'"
                let mount = "mount --bind \(folder) \(folder) && mount -o remount,ro,bind \(folder)"
                let wrapper = ["/usr/bin/env", "unshare", "--mount", "/bin/sh", "-c", mount + #" && exec "$0" "$@""#]
                let backup = ["backup", scratch.appending(path: "backup.sqlite").path]
                for command in [backup, ["users", "list"]] {
                    let result = try await data.run(command, wrapper: wrapper)
                    #expect(result.status == 2 && result.errors.contains("copy it and its -wal"), "\(result)")
                }
                // Files of a killed server.
                for (name, size) in [("latchkey.sqlite-shm", 32 << 10), ("latchkey.sqlite-wal", 0)] {
                    try Data(count: size).write(to: data.folder.appending(path: name))
                }
                #expect(try await data.run(["users", "list"], wrapper: wrapper).output.contains("ann@example.com"))
                let result = try await data.run(backup, wrapper: wrapper)
                #expect(result.status == 2 && result.errors.contains("copy it and its -wal"), "\(result)")
            }
        }

        /// Verifies all sessions repeatedly while `body` runs. Returns all issued tokens.
        private static func underLoad(
            _ server: ServerUnderTest, _ sessions: [SessionResponse], _ body: () async throws -> Void
        ) async throws -> [String] {
            let isOver = Shared(false)
            let loads = sessions.map { session in
                Task { () async throws -> [String] in
                    var tokens = [session.accessToken, session.refreshToken]
                    while !isOver.value {
                        let response = try await server.verify(
                            ServerUnderTest.passcode, bearer: tokens[tokens.count - 2])
                        guard response.status == 200 else { continue }
                        let next = try response.session()
                        tokens += [next.accessToken, next.refreshToken]
                    }
                    return tokens
                }
            }
            try await body()
            isOver.change { $0 = true }
            var tokens: [String] = []
            for load in loads { tokens += try await load.value }
            return tokens
        }

        private static func checkBooks(_ place: DataFolder, _ tokens: [String]) async throws {
            #expect(try place.probe().integrity() == "ok")
            // The clock is past the email limits in the backup.
            try place.setClock(ahead: .hours(1))
            try await ServerUnderTest.run(on: place) { server in
                for token in tokens {
                    #expect(try await server.get("/api/auth/me", bearer: token).status == 401)
                    let refresh = try await server.post("/api/auth/refresh", #"{"refresh_token":"\#(token)"}"#)
                    #expect(refresh.status == 401)
                }
                for owner in owners {
                    let session = try await server.signIn(owner)
                    #expect(session.user.locked)
                    let response = try await server.verify(ServerUnderTest.passcode, bearer: session.accessToken)
                    #expect(response.status == 200)
                    let kinds = try place.probe().kinds(of: owner)
                    #expect(kinds.starts(with: ["signed_in", "passcode_set"]), "\(kinds)")
                    #expect(try place.probe().books(of: owner).reservations == 0)
                }
            }
        }
    }
}
