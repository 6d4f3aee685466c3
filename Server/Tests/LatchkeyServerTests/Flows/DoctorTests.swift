import Foundation
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct DoctorTests {
        /// Runs doctor, and returns its status and the line of each subject.
        private func examine(
            _ data: DataFolder, _ settings: [String: String] = [:], _ arguments: [String] = []
        ) async throws -> (status: Int32, lines: [String: String]) {
            let result = try await data.run(["doctor"] + arguments, settings: settings)
            #expect(result.errors.isEmpty, "\(result.errors)")
            let lines = result.output.split(separator: "\n").map(String.init)
            let subjects = lines.map { String($0.prefix { $0 != ":" }) }
            return (result.status, Dictionary(zip(subjects, lines)) { "\($0)\n\($1)" })
        }

        @Test(.onSQLite)
        func beforeTheFirstStartDoctorReportsNoFailure() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let (status, lines) = try await examine(data)
                #expect(status == 0)
                #expect(lines.keys.sorted() == ["database", "files", "keys", "listening", "mail", "proxy", "settings"])
                #expect(lines["keys"]?.hasPrefix("keys: ok: none yet") == true)
                #expect(lines["database"]?.hasPrefix("database: ok: none yet") == true)
                #expect(lines["mail"]?.hasPrefix("mail: warning: ") == true)
                #expect(lines["proxy"]?.hasPrefix("proxy: warning: LATCHKEY_PUBLIC_URL") == true)
                #expect(!FileManager.default.fileExists(atPath: data.folder.path))
            }
        }

        @Test(.onSQLite)
        func aDirectoryWithoutWritePermissionIsAFailure() async throws {
            try await ScratchFolder.with { scratch in
                let (status, lines) = try await examine(
                    DataFolder(in: scratch), ["LATCHKEY_DATA_DIR": "/dev/null/data"])
                #expect(status == 1)
                #expect(lines["database"]?.hasPrefix("database: failure: ") == true, "\(lines)")
            }
        }

        @Test(.onSQLite)
        func anInvalidSettingIsReportedWithoutItsValue() async throws {
            try await ScratchFolder.with { scratch in
                let (status, lines) = try await examine(
                    DataFolder(in: scratch), ["LATCHKEY_MAIL_URL": "pigeon://hunter2"])
                #expect(status == 1)
                #expect(lines.keys.sorted() == ["settings"])
                #expect(lines["settings"]?.hasPrefix("settings: failure: LATCHKEY_MAIL_URL: ") == true)
                #expect(lines["settings"]?.contains("hunter2") == false)
            }
        }

        @Test func anUnknownSettingIsAWarning() async throws {
            try await ScratchFolder.with { scratch in
                let (status, lines) = try await examine(
                    DataFolder(in: scratch), ["LATCHKEY_PUBLICURL": "https://lock.example"])
                #expect(lines["settings"]?.contains("LATCHKEY_PUBLICURL") == true)
                #expect(lines["settings"]?.hasPrefix("settings: warning: ") == true)
                // PostgreSQL's schema does not exist before the first start.
                if TestStore.current == .sqlite { #expect(status == 0) }
            }
        }

        @Test("V7 missing or wrong keys are a failure", .onSQLite)
        func missingOrWrongKeysAreAFailure() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data) { _ in
                    let (status, lines) = try await examine(data)
                    #expect(status == 0)
                    #expect(lines["keys"]?.contains("contains k1, next to the database") == true)
                    #expect(lines["database"]?.hasPrefix("database: ok: ") == true)
                }
                let file = data.folder.appending(path: "secret-keys")
                let kept = try Data(contentsOf: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
                #expect(try await examine(data).lines["keys"]?.contains("; repair that file; ") == true)
                try FileManager.default.removeItem(at: file)
                let missing = try await examine(data)
                #expect(missing.status == 1)
                #expect(missing.lines["keys"]?.contains("failure: LATCHKEY_SECRET_KEYS: the keys of this") == true)
                #expect(!FileManager.default.fileExists(atPath: file.path))
                let other = "k1:" + Data(repeating: 2, count: 32).base64EncodedString()
                let wrong = try await examine(data, ["LATCHKEY_SECRET_KEYS": other])
                #expect(wrong.status == 1)
                #expect(wrong.lines["keys"]?.hasPrefix("keys: failure: LATCHKEY_SECRET_KEYS: the keys do not") == true)
                let text = String(decoding: kept, as: UTF8.self)
                let right = try await examine(data, ["LATCHKEY_SECRET_KEYS": text])
                #expect(right.status == 0)
                #expect(right.lines["keys"]?.hasPrefix("keys: ok: LATCHKEY_SECRET_KEYS contains k1; ") == true)
            }
        }

        @Test(.onSQLite)
        func testEmailUsesTheSettingsAndReportsMissingServers() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try FileManager.default.createDirectory(at: data.folder, withIntermediateDirectories: true)
                let sent = try await examine(data, [:], ["--mail", "ann@example.com"])
                #expect(sent.status == 0)
                #expect(sent.lines["mail"]?.hasPrefix("mail: ok: ") == true)
                #expect(data.emails(to: "ann@example.com").map(\.subject) == ["Latchkey test email"])
                let url = "smtp://localhost:\(try await FreePort.find())?tls=none"
                let failed = try await examine(data, ["LATCHKEY_MAIL_URL": url], ["--mail", "ann@example.com"])
                #expect(failed.status == 1)
                #expect(failed.lines["mail"]?.contains("check the host and port in LATCHKEY_MAIL_URL") == true)
                let malformed = try await data.run(["doctor", "--mail", "ann"])
                #expect(malformed.status != 0 && malformed.output.isEmpty)
            }
        }

        @Test("V11 doctor detects a proxy that appends nothing", .onSQLite)
        func doctorDetectsAProxyThatAppendsNothing() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let port = try await FreePort.find()
                // Settings without a proxy.
                let settings = [
                    "LATCHKEY_PORT": "\(port)", "LATCHKEY_PUBLIC_URL": "http://127.0.0.1:\(port)",
                    "LATCHKEY_TRUSTED_PROXIES": "1",
                ]
                let alone = try await examine(data, settings)
                #expect(alone.status == 1)
                #expect(alone.lines["proxy"]?.contains("arrives without X-Forwarded-For") == true, "\(alone.lines)")
                try await ServerUnderTest.run(on: data, .init(settings: settings)) { _ in
                    let beside = try await examine(data, settings)
                    #expect(beside.lines["proxy"]?.contains("because the server is running") == true, "\(beside.lines)")
                }
            }
        }

        @Test func healthExits0IfTheServerIsReadyElse1() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let settings = ["LATCHKEY_PORT": "\(try await FreePort.find())"]
                try await ServerUnderTest.run(on: data, .init(settings: settings)) { _ in
                    let ready = try await data.run(["health"], settings: settings)
                    #expect(ready.status == 0)
                }
                #expect(try await data.run(["health"], settings: settings).status == 1)
            }
        }

        @Test func versionPrintsTheVersionAndTheCommit() async throws {
            try await ScratchFolder.with { scratch in
                let result = try await DataFolder(in: scratch).run(["--version"])
                #expect(result.status == 0)
                #expect(result.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+ \(commit [0-9a-z]+\)\n/) != nil)
            }
        }
    }
}
