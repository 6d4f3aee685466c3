import Foundation
import GRDB
import LatchkeyAPI
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

extension Flows {
    /// A move from SQLite to PostgreSQL by the real command.
    @Suite(.onSQLite, .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
    struct MoveTests {
        private static let email = "ann@example.com"
        private static let keys = ["LATCHKEY_SECRET_KEYS": TestKeys.entry("k1", fill: 1)]

        @Test func aMoveTransfersPasscodesSessionsCountsLinksAndEmails() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let (app, undo) = try await ServerUnderTest.run(on: data, .init(settings: Self.keys)) { server in
                    let app = try await server.signInWithPasscode()
                    _ = try await server.verify(ServerUnderTest.wrongPasscode, bearer: app.accessToken)
                    let undo = try await data.takeEmail(to: Self.email, "A passcode was set")
                    return (app, try #require(undo.token))
                }
                // Requested but not rendered: the server has ended.
                let waiting = try await Self.stopBeforeTheEmail(data)
                let database = try FlowPostgres.database()
                let moved = try await Self.move(data, to: database.cluster.url(database: database.name))
                #expect(moved.status == 0, "\(moved.errors)")
                #expect(moved.output.hasPrefix("1 accounts and 1 sessions are in "))
                try await Self.expectRejection(data)
                let settings = FlowPostgres.settings(database).merging(Self.keys) { $1 }
                try await ServerUnderTest.run(on: data, .init(settings: settings)) { server in
                    #expect(try await server.user(bearer: app.accessToken).email == Self.email)
                    let books = try DatabaseProbe.postgres(database).books(of: Self.email)
                    #expect(books.accountFailures == 1 && books.sessionFailures == 1)
                    let refreshed = try await server.post(
                        "/api/auth/refresh", #"{"refresh_token":"\#(app.refreshToken)"}"#
                    ).session()
                    let right = try await server.verify(ServerUnderTest.passcode, bearer: refreshed.accessToken)
                    #expect(right.status == 200)
                    _ = try await data.takeEmail(to: waiting, "Your sign-in link")
                    #expect(try await server.post("/api/auth/disown", #"{"token":"\#(undo)"}"#).status == 204)
                    let session = try right.session()
                    #expect(try await server.get("/api/auth/me", bearer: session.accessToken).status == 401)
                }
                // A second run changes nothing.
                let again = try await Self.move(data, to: database.cluster.url(database: database.name))
                #expect(again.status == 0 && again.output.hasPrefix("all data was already in "), "\(again.errors)")
            }
        }

        @Test func aMoveAcceptsSettingsAsCredentials() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data, .init(settings: Self.keys)) {
                    _ = try await $0.signInWithPasscode()
                }
                let folder = scratch.appending(path: "credentials")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let settings = ["LATCHKEY_DATABASE_PASSWORD": "secret", "LATCHKEY_DATABASE_REPLICAS": "none"]
                for (name, value) in settings.merging(Self.keys, uniquingKeysWith: { $1 }) {
                    try Data(value.utf8).write(to: folder.appending(path: name))
                }
                let database = try FlowPostgres.database()
                let moved = try await data.run(
                    ["move-database", "--to", database.cluster.url(database: database.name)],
                    settings: ["CREDENTIALS_DIRECTORY": folder.path])
                #expect(moved.status == 0, "\(moved.errors)")
                try await Self.expectRejection(data)
            }
        }

        @Test func aUsedOrNonEmptyDatabaseIsNotMoved() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let database = try FlowPostgres.database()
                let url = database.cluster.url(database: database.name)
                try await ServerUnderTest.run(on: data, .init(settings: Self.keys)) { server in
                    _ = try await server.signIn()
                    let result = try await Self.move(data, to: url)
                    #expect(result.status == 1 && result.errors.contains("is in use"), "\(result.errors)")
                    #expect(try await server.get("/health/ready").status == 200)
                }
                let others = ["LATCHKEY_SECRET_KEYS": TestKeys.entry("k1", fill: 2)]
                let wrongKeys = try await data.run(
                    ["move-database", "--to", url],
                    settings: others.merging(["LATCHKEY_DATABASE_REPLICAS": "none"]) { $1 })
                #expect(wrongKeys.status == 2 && wrongKeys.errors.contains("LATCHKEY_SECRET_KEYS"))
                let unreachable = try await Self.move(data, to: "postgres://latchkey@127.0.0.1:1/none")
                #expect(unreachable.status != 0 && !unreachable.errors.isEmpty)
                try database.query("INSERT INTO key_check (record) VALUES ('other')")
                let filled = try await Self.move(data, to: url)
                #expect(filled.status == 1 && filled.errors.contains("is not empty"), "\(filled.errors)")
                let replicas = try await data.run(["move-database", "--to", url], settings: Self.keys)
                #expect(replicas.status != 0 && replicas.errors.contains("LATCHKEY_DATABASE_REPLICAS"))
                // Rejections changed nothing.
                try await ServerUnderTest.run(on: data, .init(settings: Self.keys)) { (server) async throws in
                    #expect(try await server.get("/health/ready").status == 200)
                }
            }
        }

        @Test(
            "V1 a killed move leaves at most one usable database",
            arguments: FaultyLink.Direction.allCases)
        func aKilledMoveLeavesAtMostOneUsableDatabase(_ direction: FaultyLink.Direction) async throws {
            let link = try FaultyLink(to: FlowPostgres.server.get().port)
            try await ScratchFolder.with { scratch in
                let original = DataFolder(in: scratch, named: "original")
                try await ServerUnderTest.run(on: original, .init(settings: Self.keys)) {
                    _ = try await $0.signInWithPasscode()
                }
                let whole = try await Self.messages(of: original, through: link, scratch, direction)
                // The last messages belong to COMMIT.
                let messages = Set(stride(from: 0, through: whole, by: max(1, whole / 8)))
                    .union(max(0, whole - 3)...whole)
                for message in messages.sorted() {
                    try await Self.kill(at: message, direction, original, link, scratch)
                }
            }
        }

        @Test(
            "V1 a full disk never leaves two usable databases",
            .enabled(
                if: ServerExecutable.installed("prlimit") != nil, "prlimit, which simulates a full disk, is absent"))
        func aFullDiskNeverLeavesTwoUsableDatabases() async throws {
            let prlimit = try #require(ServerExecutable.installed("prlimit"))
            let link = try FaultyLink(to: FlowPostgres.server.get().port)
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data, .init(settings: Self.keys)) {
                    _ = try await $0.signInWithPasscode()
                }
                let whole = try await Self.messages(of: data, through: link, scratch, .toClient)
                let database = try await FlowPostgres.migratedDatabase()
                let url = database.cluster.url(database: database.name, port: link.port)
                let first = try await data.run(
                    ["move-database", "--to", url], settings: Self.environment(data),
                    wrapper: [prlimit, "--fsize=4096"])
                #expect(first.status != 0)
                #expect(try database.query("SELECT count(*) FROM users") == "0")
                #expect(try await Self.starts(on: data))
                link.arm(FaultyLink.Plan(fault: .hold, direction: .toClient, message: whole - 1))
                let process = try Self.launch(data, url)
                try await waitUntil("response to COMMIT") { link.hasStruck || !process.isRunning }
                let limit = try ChildProcess(
                    [prlimit, "--pid", "\(process.id)", "--fsize=4096"], scratch: scratch)
                #expect(try await limit.exit().status == 0)
                link.release()
                #expect(try await process.exit().status != 0)
                #expect(try database.query("SELECT count(*) FROM users") == "1")
                #expect(try await !Self.starts(on: data))
                let again = try await Self.move(data, to: url)
                #expect(again.status == 0 && again.output.hasPrefix("all data was already in "), "\(again.errors)")
                try await Self.expectRejection(data)
            }
        }

        /// Returns the number of messages of a move.
        private static func messages(
            of original: DataFolder, through link: FaultyLink, _ scratch: URL, _ direction: FaultyLink.Direction
        ) async throws -> Int {
            let database = try await FlowPostgres.migratedDatabase()
            let data = try copy(of: original, in: scratch)
            link.arm(nil)
            let result = try await move(data, to: database.cluster.url(database: database.name, port: link.port))
            try #require(result.status == 0, "\(result.errors)")
            return link.count(direction)
        }

        private static func kill(
            at message: Int, _ direction: FaultyLink.Direction, _ original: DataFolder, _ link: FaultyLink,
            _ scratch: URL
        ) async throws {
            let database = try await FlowPostgres.migratedDatabase()
            let data = try copy(of: original, in: scratch)
            let url = database.cluster.url(database: database.name, port: link.port)
            link.arm(FaultyLink.Plan(fault: .hold, direction: direction, message: message))
            let process = try launch(data, url)
            try await waitUntil("message \(message)") { link.hasStruck || !process.isRunning }
            await process.kill9()
            link.cut()
            link.release()
            let isMoved = try database.query("SELECT count(*) FROM users") == "1"
            let serves = try await starts(on: data)
            #expect(!(isMoved && serves), "two budgets, killed at message \(message) \(direction)")
            let again = try await move(data, to: url)
            #expect(again.status == 0, "\(again.errors), killed at message \(message) \(direction)")
            #expect(try database.query("SELECT count(*) FROM users") == "1")
            // With this mark no server starts: see expectRejection.
            let mark = try await data.withStore { try await KeyCheck(store: $0).mark() }
            let target = try PostgresAddress(url: url, password: nil).description
            #expect(mark == .moved(target: target), "killed at message \(message) \(direction)")
        }

        private static func launch(_ data: DataFolder, _ url: String) throws -> ChildProcess {
            try ChildProcess(
                [ServerExecutable.find().path, "move-database", "--to", url], environment: environment(data),
                scratch: data.scratch)
        }

        private static func environment(_ data: DataFolder) -> [String: String] {
            keys.merging(["LATCHKEY_DATA_DIR": data.folder.path, "LATCHKEY_DATABASE_REPLICAS": "none"]) { $1 }
        }

        private static func move(_ data: DataFolder, to url: String) async throws -> DataFolder.CommandResult {
            try await data.run(
                ["move-database", "--to", url],
                settings: keys.merging(["LATCHKEY_DATABASE_REPLICAS": "none"]) { $1 })
        }

        private static func copy(of data: DataFolder, in scratch: URL) throws -> DataFolder {
            let copy = DataFolder(in: scratch, named: UUID().uuidString)
            try FileManager.default.copyItem(at: data.folder, to: copy.folder)
            return copy
        }

        /// Whether a server starts with the file; it ends immediately.
        private static func starts(on data: DataFolder) async throws -> Bool {
            let process = try ServerUnderTest.launch(on: data, .init(settings: keys))
            let origin = try? await ServerUnderTest.origin(of: process)
            await process.kill9()
            return origin != nil
        }

        /// Expects that servers and commands reject the file.
        private static func expectRejection(_ data: DataFolder) async throws {
            let server = try ServerUnderTest.launch(on: data, .init(settings: keys))
            let exit = try? await server.exit()
            await server.kill9()
            #expect(exit?.status == 2)
            #expect(server.errors.contains("is a database that was moved to "), "\(server.errors)")
            let command = try await data.run(["users", "add", "bob@example.com"], settings: keys)
            #expect(command.status == 2 && command.errors.contains("was moved to "))
        }

        /// Leaves an email request that no worker has rendered, and returns the address.
        private static func stopBeforeTheEmail(_ data: DataFolder) async throws -> String {
            let store = try SQLiteStore(path: data.databaseFile.path, clock: SystemWallClock())
            try await store.write(on: .all) { transaction in
                try transaction.emailRequests.insert(
                    PendingEmailRequest(
                        id: SystemRandomSource().makeID(), purpose: .signIn, email: "bob@example.com", ip: nil,
                        requestedAt: transaction.now, allowanceUsedUntil: transaction.now,
                        isMade: false))
            }
            try store.close()
            return "bob@example.com"
        }
    }
}
