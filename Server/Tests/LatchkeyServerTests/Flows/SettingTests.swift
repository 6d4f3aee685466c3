import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct SettingTests {
        private static let keys = "k1:" + Data(repeating: 1, count: 32).base64EncodedString()
        private static let otherKeys = "k1:" + Data(repeating: 2, count: 32).base64EncodedString()

        /// Settings that are invalid on this machine, and the setting that the line names. `SettingsTests` has others.
        private static let wrong: [(settings: [String: String], named: String)] = [
            (["LATCHKEY_PORT": "eighty"], "LATCHKEY_PORT"),
            (["LATCHKEY_HOST": "no.such.host.invalid", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"),
            (["LATCHKEY_HOST": "192.0.2.1", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"),
            (
                ["LATCHKEY_HOST": "192.0.2.1", "LATCHKEY_METRICS_PORT": "9464", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"
            ),
            (["LATCHKEY_HOST": "fe80::1", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"),
            (["LATCHKEY_DATA_DIR": "/dev/null/data"], "LATCHKEY_DATA_DIR"),
            (["LATCHKEY_MAIL_URL": "smtp://user:hunter2@mail.example:587?ca=/no/such/ca.pem"], "LATCHKEY_MAIL_URL"),
            (["LATCHKEY_DATABASE_URL": "postgres://user:hunter2@db.example/lock"], "LATCHKEY_DATABASE_URL"),
            (["LATCHKEY_DATABASE_URL": "sqlite:/no/such/folder/x.sqlite"], "LATCHKEY_DATABASE_URL"),
            (["LATCHKEY_SECRET_KEYS": ""], "LATCHKEY_SECRET_KEYS"),
        ]

        @Test(.onSQLite, arguments: wrong)
        func anInvalidSettingStopsTheStartWithStatus2(settings: [String: String], named: String) async throws {
            try await ScratchFolder.with { scratch in
                try await expectRejection(DataFolder(in: scratch), settings, named: named)
            }
        }

        @Test("V7 NIST-3.1.1.2-34 ASVS-13.3.1 keys in a credential are used, and none are generated", .onSQLite)
        func keysInACredentialAreUsedAndNoneAreGenerated() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let credentials = scratch.appending(path: "credentials")
                try FileManager.default.createDirectory(at: credentials, withIntermediateDirectories: true)
                let file = credentials.appending(path: "LATCHKEY_SECRET_KEYS")
                try Data((Self.keys + "\n").utf8).write(to: file)
                let settings = ["CREDENTIALS_DIRECTORY": credentials.path]
                try await ServerUnderTest.run(on: data, .init(settings: settings)) { (server) async throws in
                    #expect(try await server.get("/health/ready").status == 200)
                }
                #expect(!FileManager.default.fileExists(atPath: data.folder.appending(path: "secret-keys").path))
                try Data(Self.otherKeys.utf8).write(to: file)
                try await expectRejection(data, settings, named: "LATCHKEY_SECRET_KEYS")
            }
        }

        @Test("V10 a secret has no flag", .onOneStore, arguments: SettingEntry.all)
        func aSecretHasNoFlag(entry: SettingEntry) async throws {
            let words = entry.name.dropFirst("LATCHKEY_".count).lowercased().split(separator: "_")
            let flag = "--" + words.joined(separator: "-")
            try await ScratchFolder.with { scratch in
                let result = try await DataFolder(in: scratch).run(["doctor", "\(flag)=hunter2", "--no-such-flag"])
                #expect(result.status != 0 && result.errors.contains("Unknown option '\(flag)'") == entry.isSecret)
                #expect(!result.errors.contains("hunter2"))
            }
        }

        @Test(.onSQLite)
        func filesArePrivateRegardlessOfTheUmask() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let result = try await data.run(
                    ["migrate"], wrapper: ["/bin/sh", "-c", #"umask 0; exec "$@""#, "sh"])
                #expect(result.status == 0)
                for (file, mode) in [(data.databaseFile, 0o600), (data.folder, 0o700)] {
                    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                    #expect(attributes[.posixPermissions] as? Int == mode, "\(file.lastPathComponent)")
                }
            }
        }

        @Test(.onOneStore) func anOutboxThatCannotBeCreatedStopsTheStart() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try FileManager.default.createDirectory(at: data.folder, withIntermediateDirectories: true)
                try Data().write(to: data.folder.appending(path: "outbox"))
                try await expectRejection(data, [:], named: "LATCHKEY_DATA_DIR")
            }
        }

        @Test("V7 missing or wrong keys stop the start and change nothing", .onSQLite)
        func missingOrWrongKeysStopTheStartAndChangeNothing() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let file = data.folder.appending(path: "secret-keys")
                let token = try await ServerUnderTest.run(on: data) { server in
                    try await server.signIn().accessToken
                }
                try await expectRejection(
                    data, ["LATCHKEY_SECRET_KEYS": Self.otherKeys], named: "LATCHKEY_SECRET_KEYS")
                let keys = try Data(contentsOf: file)
                for content in [Self.otherKeys, "", "k1", "k1:\(ServerUnderTest.passcode)"] {
                    try Data(content.utf8).write(to: file)
                    try await expectRejection(data, [:], named: "LATCHKEY_SECRET_KEYS")
                    #expect(try String(contentsOf: file, encoding: .utf8) == content)
                }
                try FileManager.default.removeItem(at: file)
                try await expectRejection(data, [:], named: "LATCHKEY_SECRET_KEYS")
                #expect(!FileManager.default.fileExists(atPath: file.path))
                try keys.write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
                try await expectRejection(data, [:], named: "LATCHKEY_SECRET_KEYS")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
                try await ServerUnderTest.run(on: data) { server in
                    let user = try await server.user(bearer: token)
                    #expect(user.email == "ann@example.com")
                }
            }
        }

        @Test func aFlagOverridesTheEnvironment() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let start = ServerUnderTest.Start(
                    settings: ["LATCHKEY_SIGN_UP": "maybe", "LATCHKEY_PORT": "x"],
                    flags: ["--sign-up", "closed", "--port", "0"])
                try await ServerUnderTest.run(on: data, start) { server in
                    let response = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
                    #expect(response.status == 202)
                    let probe = try data.probe()
                    try await waitUntil("handled request") {
                        try probe.hasHandledEmailRequests()
                    }
                    #expect(data.emails(to: "ann@example.com").isEmpty)
                }
            }
        }

        @Test(
            "ASVS-13.4.2 ASVS-15.2.3 production ignores development clock and serves any host", .onSQLite)
        func productionIgnoresDevelopmentClockAndServesAnyHost() async throws {
            try await ServerUnderTest.run(settings: ["LATCHKEY_DEV": "0"]) { server in
                let page = try await server.signInPageWithPasscode()
                try server.data.advanceClock(by: .seconds(3600))
                #expect(try await server.get("/api/auth/sessions", cookie: page).status == 200)
                let foreign = try await server.send("GET", "/health/live", headers: ["Host": "lock.example"])
                #expect(foreign.status == 200)
                #expect(try await server.get("/dev/mailbox").status == 404)
            }
        }

        private func expectRejection(
            _ data: DataFolder, _ settings: [String: String], named: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            try await data.expectRejection(
                ServerUnderTest.Start(settings: settings), named: named, sourceLocation: sourceLocation)
        }
    }
}
