import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct SettingTests {
        private static let keys = "k1:" + Data(repeating: 1, count: 32).base64EncodedString()
        private static let otherKeys = "k1:" + Data(repeating: 2, count: 32).base64EncodedString()

        /// Invalid settings, and the setting that the line names.
        private static let wrong: [(settings: [String: String], named: String)] = [
            (["LATCHKEY_PORT": "eighty"], "LATCHKEY_PORT"),
            (["LATCHKEY_PORT": "65536"], "LATCHKEY_PORT"),
            (["LATCHKEY_PORT": "-1"], "LATCHKEY_PORT"),
            (["LATCHKEY_HOST": "no.such.host.invalid", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"),
            (["LATCHKEY_HOST": "192.0.2.1", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"),
            (
                ["LATCHKEY_HOST": "192.0.2.1", "LATCHKEY_METRICS_PORT": "9464", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"
            ),
            (["LATCHKEY_HOST": "fe80::1", "LATCHKEY_DEV": "0"], "LATCHKEY_HOST"),
            (["LATCHKEY_PORT": "9464", "LATCHKEY_METRICS_PORT": "9464"], "LATCHKEY_METRICS_PORT"),
            (["LATCHKEY_DATA_DIR": "/dev/null/data"], "LATCHKEY_DATA_DIR"),
            (["LATCHKEY_SIGN_UP": "maybe"], "LATCHKEY_SIGN_UP"),
            (["LATCHKEY_PUBLIC_URL": "lock.example"], "LATCHKEY_PUBLIC_URL"),
            (["LATCHKEY_PUBLIC_URL": "https://lock.example/path"], "LATCHKEY_PUBLIC_URL"),
            (["LATCHKEY_MAIL_URL": "smtp://user:hunter2@mail.example:587?tls=none"], "LATCHKEY_MAIL_URL"),
            (["LATCHKEY_MAIL_URL": "smtp://user:hunter2@mail.example:587?ca=/no/such/ca.pem"], "LATCHKEY_MAIL_URL"),
            (["LATCHKEY_MAIL_FROM": "a@b\nBcc: c@d"], "LATCHKEY_MAIL_FROM"),
            (["LATCHKEY_DATABASE_URL": "postgres://user:hunter2@db.example/lock"], "LATCHKEY_DATABASE_URL"),
            (["LATCHKEY_DATABASE_URL": "sqlite:/no/such/folder/x.sqlite"], "LATCHKEY_DATABASE_URL"),
            (["LATCHKEY_DATABASE_PASSWORD": "hunter2"], "LATCHKEY_DATABASE_PASSWORD"),
            (["LATCHKEY_DATABASE_REPLICAS": "none"], "LATCHKEY_DATABASE_REPLICAS"),
            (["LATCHKEY_DATABASE_CONNECTIONS": "8"], "LATCHKEY_DATABASE_CONNECTIONS"),
            (["LATCHKEY_DATABASE_POOLER": "none"], "LATCHKEY_DATABASE_POOLER"),
            (["LATCHKEY_DATABASE_MIGRATE": "serve"], "LATCHKEY_DATABASE_MIGRATE"),
            (["LATCHKEY_HOME_URL": "app"], "LATCHKEY_HOME_URL"),
            (["LATCHKEY_HOME_URL": "/lock"], "LATCHKEY_HOME_URL"),
            (["LATCHKEY_PASSCODE": "maybe"], "LATCHKEY_PASSCODE"),
            (["LATCHKEY_LONGEST_TIMEOUT": "7"], "LATCHKEY_LONGEST_TIMEOUT"),
            (["LATCHKEY_BIOMETRICS": "maybe"], "LATCHKEY_BIOMETRICS"),
            (["LATCHKEY_SESSION_DAYS": "0"], "LATCHKEY_SESSION_DAYS"),
            (["LATCHKEY_TRUSTED_PROXIES": "17"], "LATCHKEY_TRUSTED_PROXIES"),
            (["LATCHKEY_METRICS_PORT": "0"], "LATCHKEY_METRICS_PORT"),
            (["LATCHKEY_WEBHOOK_SECRET": "hunter2-hunter2-\n"], "LATCHKEY_WEBHOOK_SECRET"),
            (["LATCHKEY_INTROSPECTION_SECRET": "hunter2-hunter2-\n"], "LATCHKEY_INTROSPECTION_SECRET"),
            (["LATCHKEY_MAIL_URL": "postmark://hunter2?endpoint=x"], "LATCHKEY_MAIL_URL"),
            (["LATCHKEY_IDENTITY_ISSUER": "http://login.example"], "LATCHKEY_IDENTITY_ISSUER"),
            (["LATCHKEY_IDENTITY_ISSUER": "https://login.example"], "LATCHKEY_IDENTITY_ISSUER"),
            (["LATCHKEY_IDENTITY_CLIENT_SECRET": "hunter2"], "LATCHKEY_IDENTITY_CLIENT_SECRET"),
            (["LATCHKEY_IDENTITY_NAME": "Example"], "LATCHKEY_IDENTITY_NAME"),
            (["LATCHKEY_IDENTITY_CLIENT_ID": "pages"], "LATCHKEY_IDENTITY_CLIENT_ID"),
            (["LATCHKEY_IDENTITY_AUDIENCES": "app"], "LATCHKEY_IDENTITY_AUDIENCES"),
            (["LATCHKEY_IDENTITY_APP_CLIENT_ID": "app"], "LATCHKEY_IDENTITY_APP_CLIENT_ID"),
            (["LATCHKEY_IDENTITY_TRUSTED_AUDIENCES": "other"], "LATCHKEY_IDENTITY_TRUSTED_AUDIENCES"),
            (["LATCHKEY_MAIL_SIGN_IN": "off"], "LATCHKEY_MAIL_SIGN_IN"),
            (["LATCHKEY_KDF_PERMITS": "0"], "LATCHKEY_KDF_PERMITS"),
            (["LATCHKEY_KDF_QUEUE": "-1"], "LATCHKEY_KDF_QUEUE"),
            (["LATCHKEY_DEV": "yes"], "LATCHKEY_DEV"),
            (["LATCHKEY_HOST": "0.0.0.0"], "LATCHKEY_DEV"),
            (["LATCHKEY_PUBLIC_URL": "https://lock.example"], "LATCHKEY_DEV"),
            (["LATCHKEY_SECRET_KEYS": ""], "LATCHKEY_SECRET_KEYS"),
            (["LATCHKEY_SECRET_KEYS": "hunter2"], "LATCHKEY_SECRET_KEYS"),
            (["LATCHKEY_SECRET_KEYS": "k1:hunter2"], "LATCHKEY_SECRET_KEYS"),
        ]

        @Test("each setting has a value that stops the start")
        func all() {
            #expect(Set(Self.wrong.map(\.named)) == Set(SettingEntry.all.map(\.name)))
        }

        @Test(
            "an invalid setting stops the start with status 2",
            .onSQLite, arguments: wrong)
        func wrongSetting(settings: [String: String], named: String) async throws {
            try await ScratchFolder.with { scratch in
                try await expectRefusal(DataFolder(in: scratch), settings, named: named)
            }
        }

        @Test("V7 NIST-3.1.1.2-34 ASVS-13.3.1 keys in a credential are used, and none are generated", .onSQLite)
        func credentials() async throws {
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
                try await expectRefusal(data, settings, named: "LATCHKEY_SECRET_KEYS")
            }
        }

        @Test("V10 a secret has no flag", arguments: SettingEntry.all)
        func flags(entry: SettingEntry) async throws {
            let words = entry.name.dropFirst("LATCHKEY_".count).lowercased().split(separator: "_")
            let flag = "--" + words.joined(separator: "-")
            try await ScratchFolder.with { scratch in
                let result = try await DataFolder(in: scratch).run(["doctor", "\(flag)=hunter2", "--no-such-flag"])
                #expect(result.status != 0 && result.errors.contains("Unknown option '\(flag)'") == entry.isSecret)
                #expect(!result.errors.contains("hunter2"))
            }
        }

        @Test("files are private whatever the umask", .onSQLite)
        func umask() async throws {
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

        @Test("an outbox that cannot be created stops the start")
        func outboxInTheWay() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try FileManager.default.createDirectory(at: data.folder, withIntermediateDirectories: true)
                try Data().write(to: data.folder.appending(path: "outbox"))
                try await expectRefusal(data, [:], named: "LATCHKEY_DATA_DIR")
            }
        }

        @Test("V7 missing or wrong keys stop the start and change nothing", .onSQLite)
        func keysOfTheDatabase() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let file = data.folder.appending(path: "secret-keys")
                let token = try await ServerUnderTest.run(on: data) { server in
                    try await server.signIn().accessToken
                }
                try await expectRefusal(
                    data, ["LATCHKEY_SECRET_KEYS": Self.otherKeys], named: "LATCHKEY_SECRET_KEYS")
                let keys = try Data(contentsOf: file)
                for content in [Self.otherKeys, "", "k1", "k1:\(ServerUnderTest.passcode)"] {
                    try Data(content.utf8).write(to: file)
                    try await expectRefusal(data, [:], named: "LATCHKEY_SECRET_KEYS")
                    #expect(try String(contentsOf: file, encoding: .utf8) == content)
                }
                try FileManager.default.removeItem(at: file)
                try await expectRefusal(data, [:], named: "LATCHKEY_SECRET_KEYS")
                #expect(!FileManager.default.fileExists(atPath: file.path))
                try keys.write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
                try await expectRefusal(data, [:], named: "LATCHKEY_SECRET_KEYS")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
                try await ServerUnderTest.run(on: data) { server in
                    let user = try await server.user(bearer: token)
                    #expect(user.email == "ann@example.com")
                }
            }
        }

        @Test("a flag overrides the environment")
        func flagsCountFirst() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let start = ServerUnderTest.Start(
                    settings: ["LATCHKEY_SIGN_UP": "maybe", "LATCHKEY_PORT": "x"],
                    flags: ["--sign-up", "closed", "--port", "0"])
                try await ServerUnderTest.run(on: data, start) { server in
                    let answer = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
                    #expect(answer.status == 202)
                    let probe = try data.probe()
                    try await waitUntil("handled request") {
                        try probe.hasHandledMailRequests()
                    }
                    #expect(data.mails(to: "ann@example.com").isEmpty)
                }
            }
        }

        @Test(
            "ASVS-13.4.2 ASVS-15.2.3 in production the clock is fixed and any host is served", .onSQLite)
        func outOfDevelopment() async throws {
            try await ServerUnderTest.run(settings: ["LATCHKEY_DEV": "0"]) { server in
                let page = try await server.signInPageWithPasscode()
                try server.data.advanceClock(by: .seconds(3600))
                #expect(try await server.get("/api/auth/sessions", cookie: page).status == 200)
                let foreign = try await server.send("GET", "/health/live", headers: ["Host": "lock.example"])
                #expect(foreign.status == 200)
                #expect(try await server.get("/dev/mailbox").status == 404)
            }
        }

        private func expectRefusal(
            _ data: DataFolder, _ settings: [String: String], named: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            try await data.expectRefusal(
                ServerUnderTest.Start(settings: settings), named: named, sourceLocation: sourceLocation)
        }
    }
}
