import Foundation
import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension WaitingFlows {
    @Suite struct CommandTests {
        @Test func migrateCreatesTheDatabaseAndCanBeRepeated() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                for _ in 0..<2 {
                    let result = try await data.run(["migrate"])
                    #expect(result.status == 0)
                    #expect(result.output.isEmpty && result.errors.isEmpty)
                }
                #expect(try data.probe().count("users") == 0)
                try await ServerUnderTest.run(on: data) { server in
                    let result = try await data.run(["migrate"])
                    #expect(result.status == 0)
                    #expect(try await server.get("/health/ready").status == 200)
                }
            }
        }

        @Test func usersAddAndRemoveWorkWhileSignUpIsClosed() async throws {
            try await ServerUnderTest.run(settings: ["LATCHKEY_SIGN_UP": "closed"]) { server in
                let data = server.data
                #expect(try await data.run(["users", "list"]).output.isEmpty)
                let added = try await data.run(["users", "add", "Ann@Example.com"])
                #expect(added.status == 0 && added.output == "ann@example.com: added\n")
                let again = try await data.run(["users", "add", "ann@example.com"])
                #expect(again.status != 0 && again.errors.contains("already has an account"))
                let malformed = try await data.run(["users", "add", "ann"])
                #expect(malformed.status != 0 && !malformed.errors.isEmpty)
                #expect(
                    try await data.run(["users", "list"]).output
                        == "ann@example.com\tpasscode not set\ttimeout 15 min\n")
                let session = try await server.signInWithPasscode()
                #expect(try await data.run(["users", "list"]).output.contains("passcode enabled"))
                let removed = try await data.run(["users", "remove", "ann@example.com"])
                #expect(removed.status == 0 && removed.output == "ann@example.com: removed\n")
                #expect(try await server.get("/api/auth/me", bearer: session.accessToken).status == 401)
                #expect(try await data.run(["users", "list"]).output.isEmpty)
                let gone = try await data.run(["users", "remove", "ann@example.com"])
                #expect(gone.status != 0 && gone.errors.contains("has no account"))
            }
        }

        @Test func userCommandsWorkWhileAServerRuns() async throws {
            try await ServerUnderTest.run { server in
                let data = server.data
                var session = try await server.signInWithPasscode()
                let listed = try await data.run(["users", "sessions", "ann@example.com"])
                #expect(listed.status == 0 && listed.output.hasSuffix("Z\n") && listed.output.contains("\tunlocked\t"))
                func change(_ command: String, _ done: String) async throws {
                    let result = try await data.run(["users", command, "Ann@Example.com"])
                    #expect(result.status == 0 && result.output == "ann@example.com: \(done)\n", "\(result.errors)")
                }
                try await change("resume", "is not suspended")
                #expect(try await data.run(["users", "devices", "ann@example.com"]).output.isEmpty)
                let id = String(listed.output.prefix { $0 != "\t" })
                let ended = try await data.run(["users", "end-session", "ann@example.com", id])
                #expect(ended.status == 0 && ended.output == "ann@example.com: session ended\n", "\(ended.errors)")
                for (command, item, missing) in [("end-session", "session", id), ("shut-device", "device", "0")] {
                    let none = try await data.run(["users", command, "ann@example.com", missing])
                    #expect(none.status == 1 && none.output.isEmpty)
                    #expect(none.errors.contains("ann@example.com has no such \(item): \(missing). `users \(item)s "))
                }
                session = try await server.signIn()
                try await change("end-sessions", "sessions ended")
                try await change("end-sessions", "has no sessions")
                #expect(try await server.get("/api/auth/me", bearer: session.accessToken).status == 401)
                #expect(try await data.run(["users", "sessions", "ann@example.com"]).output.isEmpty)
                try await change("require-reset", "reset required")
                try await change("require-reset", "already requires a reset")
                #expect(try await data.run(["users", "list"]).output.contains("passcode reset required"))
                try await change("suspend", "suspended")
                try await change("suspend", "is already suspended")
                #expect(try await data.run(["users", "list"]).output.contains("\tsuspended since 2"))
                try await change("resume", "resumed")
                try await change("resume", "is not suspended")
                #expect(try await data.run(["users", "list"]).output.contains("suspended") == false)
                for command in ["sessions", "devices", "end-sessions", "require-reset", "suspend", "resume"] {
                    let unknown = try await data.run(["users", command, "bob@example.com"])
                    #expect(unknown.status != 0 && unknown.errors.contains("has no account"), "\(command)")
                }
                let invited = try await data.run(["users", "add", "--invite", "bob@example.com"])
                #expect(invited.output == "bob@example.com: added\n")
                let rejected = try await data.run(["users", "require-reset", "bob@example.com"])
                #expect(rejected.status != 0 && rejected.errors.contains("has no passcode"))
                try await change("grant", "is an administrator")
                try await change("grant", "is already an administrator")
                #expect(try await data.run(["users", "list"]).output.contains("\tadministrator\n"))
                let last = try await data.run(["users", "revoke", "ann@example.com"])
                #expect(last.status == 1 && last.errors.contains("last administrator"))
                let second = try await data.run(["users", "add", "--administrator", "zoe@example.com"])
                #expect(second.output == "zoe@example.com: added\n")
                try await change("revoke", "is a member")
                try await change("revoke", "is not an administrator")
            }
        }

        @Test(.onOneStore) func usersCommandsPrintJSONOneObjectPerLine() async throws {
            struct Account: Decodable {
                let id, email, passcode: String
                let readable: Bool
                let timeout_minutes: Int
                let created_at: String
                let suspended_at: String?
                let changed: Bool?
            }
            struct Session: Decodable {
                let id, transport, created_at, last_active_at, ends_at: String
                let locked: Bool
            }
            try await ServerUnderTest.run { server in
                func read<Value: Decodable>(_ command: String..., as type: Value.Type) async throws -> [Value] {
                    let result = try await server.data.run(["users"] + command + ["--json"])
                    #expect(result.status == 0, "\(result.errors)")
                    return try result.output.split(separator: "\n").map {
                        try JSONDecoder().decode(type, from: Data($0.utf8))
                    }
                }
                let added = try await read("add", "bob@example.com", as: Account.self)
                #expect(added.map(\.email) == ["bob@example.com"])
                _ = try await server.signInWithPasscode()
                let listed = try await read("list", as: Account.self)
                #expect(listed.map(\.email) == ["ann@example.com", "bob@example.com"])
                #expect(listed.map(\.passcode) == ["enabled", "not_set"])
                let sessions = try await read("sessions", "ann@example.com", as: Session.self)
                #expect(sessions.map(\.transport) == ["bearer"] && sessions.map(\.locked) == [false])
                let suspended = try await read("suspend", "ann@example.com", as: Account.self)
                #expect(suspended.first?.suspended_at?.hasSuffix("Z") == true && suspended.first?.changed == true)
                let again = try await read("suspend", "ann@example.com", as: Account.self)
                #expect(again.first?.suspended_at == suspended.first?.suspended_at && again.first?.changed == false)
                let resumed = try await read("resume", "ann@example.com", as: Account.self)
                #expect(resumed.first?.suspended_at == nil && resumed.first?.changed == true)
                #expect(try await read("resume", "ann@example.com", as: Account.self).first?.changed == false)
                #expect(try await read("end-sessions", "ann@example.com", as: Account.self).map(\.changed) == [false])
                let reset = try await read("require-reset", "ann@example.com", as: Account.self)
                #expect(reset.map(\.passcode) == ["reset_required"])
                let removed = try await read("remove", "bob@example.com", as: Account.self)
                #expect(removed.map(\.id) == added.map(\.id))
            }
        }

        @Test func usersListShowsDeliveryProblems() async throws {
            try await ServerUnderTest.run(settings: ["LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook]) { server in
                _ = try await server.signIn()
                let response = try await server.send(
                    "POST", "/webhooks/brevo",
                    #"{"event":"hard_bounce","email":"ann@example.com","ts_event":1700000000}"#,
                    headers: ["Authorization": CallerSecret.login(CallerSecret.webhook)])
                #expect(response.status == 204)
                #expect(
                    try await server.data.run(["users", "list"]).output
                        == "ann@example.com\tpasscode not set\ttimeout 15 min"
                        + "\temail bounced since 2023-11-14T22:13:20Z\n")
            }
        }

        @Test(.onSQLite)
        func usersRemoveAcceptsTheIDOfAnUnreadableAccount() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                #expect(try await data.run(["users", "add", "ann@example.com"]).status == 0)
                let database = RawDatabase(path: data.databaseFile.path)
                try await database.execute("UPDATE users SET mail_trouble = 'unknown'")
                let listed = try await data.run(["users", "list"]).output
                let id = String(listed.dropFirst("account ".count).prefix { $0 != "\t" })
                #expect(listed == "account \(id)\tcannot be read\n")
                let removed = try await data.run(["users", "remove", id])
                #expect(removed.status == 0 && removed.output == "\(id): removed\n", "\(removed.errors)")
                #expect(try await data.run(["users", "list"]).output.isEmpty)
            }
        }

        @Test(
            .onSQLite,
            arguments: [["users", "list"], ["users", "remove", "ann@example.com"], ["rewrap-keys"], ["backup", "x"]])
        func commandsThatNeedADatabaseDoNotCreateOne(_ command: [String]) async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let result = try await data.run(command)
                #expect(result.status == 1)
                #expect(
                    result.errors == "latchkey-server: \"\(data.databaseFile.path)\": no database exists here; "
                        + "check LATCHKEY_DATA_DIR and LATCHKEY_DATABASE_URL\n")
                #expect(!FileManager.default.fileExists(atPath: data.folder.path))
            }
        }

        @Test(.onSQLite)
        func commandWaitsTenSecondsThenReportsOneLine() async throws {
            try await ServerUnderTest.run { server in
                try await server.data.whileLocked("BEGIN EXCLUSIVE") {
                    let start = ContinuousClock.now
                    let result = try await server.data.run(["users", "add", "ann@example.com"])
                    let time = start.duration(to: .now)
                    #expect(time >= .seconds(10) && time < .seconds(30))
                    #expect(result.status == 1)
                    #expect(result.errors.hasPrefix("Error: The database rejected the request: "))
                    #expect(result.errors.split(separator: "\n").count == 1)
                }
                #expect(try server.data.probe().count("users") == 0)
            }
        }

        @Test(.onOneStore) func commandWithAnInvalidSettingExitsWithStatus2() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                for command in [["migrate"], ["users", "list"]] {
                    let result = try await data.run(command + ["--database-url", "mysql:x"])
                    #expect(result.status == 2)
                    #expect(result.errors.hasPrefix("latchkey-server: LATCHKEY_DATABASE_URL: "))
                    #expect(result.errors.split(separator: "\n").count == 1)
                }
            }
        }
    }
}
