import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

extension WaitingFlows {
    /// `doctor` with real mail servers and databases.
    @Suite struct DoctorSurroundingsTests {
        /// Returns the status, and the line of a subject.
        private func examine(
            _ subject: Finding.Subject, _ data: DataFolder, _ settings: [String: String] = [:],
            mailTo address: String? = nil
        ) async throws -> (status: Int32, line: String) {
            let result = try await data.run(["doctor"] + (address.map { ["--mail", $0] } ?? []), settings: settings)
            let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("\(subject.rawValue): ") }
            return (result.status, lines.joined(separator: "\n"))
        }

        @Test(.onSQLite, .enabled(if: MailServerUnderTest.isInstalled, MailServerUnderTest.absence))
        func doctorSendsOneTestEmailToARealServer() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let certificate = try await TestCertificate(in: scratch)
                let options = MailServerUnderTest.Options(
                    security: "starttls", certificate: certificate, login: ("ann", "right"))
                try await MailServerUnderTest.run(options, in: scratch) { mailServer in
                    func settings(_ password: String, _ options: String) -> [String: String] {
                        [
                            "LATCHKEY_MAIL_URL": "smtp://ann:\(password)@localhost:\(mailServer.port)\(options)",
                            "LATCHKEY_MAIL_FROM": "Latchkey <no-reply@lock.example>",
                        ]
                    }
                    let ca = "?ca=\(certificate.file.path)"
                    let untried = try await examine(.email, data, settings("right", ca))
                    #expect(
                        untried.status == 0 && untried.line.hasSuffix("; not tested; --mail ADDRESS sends a test email")
                    )
                    #expect(mailServer.events.isEmpty)
                    let sent = try await examine(.email, data, settings("right", ca), mailTo: "ben@example.com")
                    #expect(sent.status == 0 && sent.line.hasPrefix("mail: ok: "), "\(sent.line)")
                    let emails = try mailServer.emails
                    #expect(emails.map(\.recipients) == [["ben@example.com"]])
                    #expect(emails.first?.sender == "no-reply@lock.example")
                    for (password, options, address, advice) in [
                        ("wrong-one", ca, "ben@example.com", "fix LATCHKEY_MAIL_URL"),
                        ("right", "", "ben@example.com", "fix LATCHKEY_MAIL_URL"),
                        ("right", ca, "unknown@example.com", "try another address"),
                    ] {
                        let failed = try await examine(.email, data, settings(password, options), mailTo: address)
                        #expect(failed.status == 1 && failed.line.hasPrefix("mail: failure: "), "\(failed.line)")
                        #expect(failed.line.contains(advice) && !failed.line.contains(password), "\(failed.line)")
                    }
                    #expect(try mailServer.emails.count == 1)
                    let missing = try await examine(.email, data, settings("right", "?ca=/nowhere/ca.pem"))
                    #expect(missing.status == 1)
                    #expect(missing.line.contains("LATCHKEY_MAIL_URL: ca=\"/nowhere/ca.pem\" cannot be read"))
                }
            }
        }

        @Test func proxyEnvironmentVariablesAreIgnored() async throws {
            try await ScratchFolder.with { scratch in
                let port = try await FreePort.find()
                let settings = [
                    "LATCHKEY_PORT": "\(port)", "LATCHKEY_PUBLIC_URL": "http://127.0.0.1:\(port)",
                    "LATCHKEY_TRUSTED_PROXIES": "1", "http_proxy": "http://127.0.0.1:\(try await FreePort.find())",
                ]
                let direct = try await examine(.proxy, DataFolder(in: scratch), settings)
                #expect(direct.line.contains("arrives without X-Forwarded-For"), "\(direct.line)")
            }
        }

        @Test(.onSQLite)
        func doctorReportsOutdatedDatabaseFileAndStartRejectsDamagedOne() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try FileManager.default.createDirectory(at: data.folder, withIntermediateDirectories: true)
                let store = try SQLiteStore(path: data.databaseFile.path, clock: ManualClock())
                let older = try await examine(.database, data)
                #expect(older.line.hasSuffix("can be read; the next start migrates it"), "\(older.line)")
                try store.migrate()
                let newest = try await examine(.database, data)
                #expect(newest.status == 0 && newest.line.hasSuffix("can be read"), "\(newest.line)")
                try store.close()
                let sound = try Data(contentsOf: data.databaseFile)
                // The whole file, and without its first page.
                for start in [0, 4096] {
                    let damage = Data(repeating: 0x41, count: sound.count - start)
                    try (sound.prefix(start) + damage).write(to: data.databaseFile)
                    try await data.expectRejection(ServerUnderTest.Start(), named: "LATCHKEY_DATABASE_URL")
                }
            }
        }

        @Test(.onSQLite)
        func anotherProgramsDatabaseIsAFailure() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try FileManager.default.createDirectory(at: data.folder, withIntermediateDirectories: true)
                let other = try DatabasePool(path: data.databaseFile.path)
                try await other.write { db in try db.execute(sql: "CREATE TABLE grdb_migrations (version INTEGER)") }
                try other.close()
                try await data.expectRejection(ServerUnderTest.Start(), named: "LATCHKEY_DATABASE_URL")
            }
        }

        @Test(.withPostgres)
        func postgreSQLProblemsAndForeignKeysAreFailures() async throws {
            let database = try PostgresUnderTest("doctor")
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                var settings = database.start.settings
                let empty = try await examine(.database, data, settings)
                #expect(empty.status == 1 && empty.line.contains("does not have the schema"), "\(empty.line)")
                try await database.run(1, on: data) { _ in }
                let ready = try await examine(.database, data, settings)
                #expect(ready.status == 0 && ready.line == "database: ok: PostgreSQL's database can be read")
                settings["LATCHKEY_SECRET_KEYS"] = TestKeys.entry("k1", fill: 2)
                let locked = try await examine(.keys, data, settings)
                #expect(locked.status == 1 && locked.line.contains("do not decrypt"), "\(locked.line)")
                settings["LATCHKEY_DATABASE_URL"] = "postgres://latchkey@127.0.0.1:\(try await FreePort.find())/doctor"
                let away = try await examine(.database, data, settings)
                #expect(away.status == 1 && away.line.contains("cannot be reached"), "\(away.line)")
                #expect(!away.line.contains("write access"), "\(away.line)")
            }
            try database.drop()
        }
    }
}
