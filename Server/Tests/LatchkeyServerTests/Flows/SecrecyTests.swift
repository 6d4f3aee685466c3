import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@testable import PostgresTestSupport

extension Flows {
    @Suite struct SecrecyTests {
        @Test(
            "V7 V10 NIST-3.1.1.2-34 ASVS-14.2.4 ASVS-16.2.5 neither log nor data directory contains secrets")
        func neitherLogNorDataDirectoryContainsSecrets() async throws {
            try await ServerUnderTest.run { server in
                let secrets = try await flow(server)
                #expect(secrets.count >= 20)
                try await expectAbsent(secrets, while: "it runs", server)
                #expect(try await server.terminate().status == 0)
                try await expectAbsent(secrets, while: "it has ended", server)
            }
        }

        @Test("V7 the secret search detects known secrets", .onSQLite)
        func theSecretSearchDetectsKnownSecrets() async throws {
            try await ServerUnderTest.run { server in
                _ = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
                let email = try await waitFor("sign-in email") { server.data.emails(to: "ann@example.com").first }
                let content = try Data(contentsOf: email.file)
                for secret in [try #require(email.code), try #require(email.token)] {
                    #expect(Self.forms(of: secret).contains { content.range(of: $0.bytes) != nil })
                }
                #expect(try files(of: server.data, except: []).contains { $0.lastPathComponent == "secret-keys" })
            }
        }

        @Test func theDataDirectoryIsPrivate() async throws {
            try await ServerUnderTest.run { server in
                _ = try await server.signInPageWithPasscode()
                let manager = FileManager.default
                func mode(_ url: URL) throws -> Int? {
                    try manager.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
                }
                #expect(try mode(server.data.folder) == 0o700)
                #expect(try mode(server.data.outbox) == 0o700)
                // The notice of the new passcode is sent without a request.
                _ = try await waitFor("mail") {
                    try files(of: server.data, except: []).first { $0.pathExtension == "eml" }
                }
                let all = try files(of: server.data, except: ["clock-offset"])
                for file in all { #expect(try mode(file) == 0o600, "\(file.lastPathComponent)") }
            }
        }

        /// Performs all operations with secrets, correct and wrong, and returns the secrets by name.
        private func flow(_ server: ServerUnderTest) async throws -> [(name: String, text: String)] {
            let ann = "ann@example.com"
            var secrets = [("passcode", ServerUnderTest.passcode), ("wrong passcode", ServerUnderTest.wrongPasscode)]
            func keep(_ email: TestEmail) throws {
                if let code = email.code { secrets += [("code", code), ("code", code.replacing("-", with: ""))] }
                secrets.append(("link token", try #require(email.token)))
            }
            func keep(_ session: SessionResponse) {
                secrets += [("access token", session.accessToken), ("refresh token", session.refreshToken)]
                if let key = session.recoveryKey { secrets.append(("recovery key", key)) }
            }
            let first = try await server.signInEmail(ann)
            try keep(first)
            let code = try #require(first.code)
            _ = try await server.post(
                "/api/auth/magic-link/verify", #"{"email":"\#(ann)","code":"\#(String(code.reversed()))"}"#)
            let app = try await server.post(
                "/api/auth/magic-link/verify", #"{"email":"\#(ann)","code":"\#(code)"}"#
            ).session()
            keep(app)
            let set = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"\#(ServerUnderTest.passcode)"}"#, bearer: app.accessToken
            ).session()
            keep(set)
            #expect(set.recoveryKey != nil)
            _ = try await server.post("/api/auth/lock", bearer: set.accessToken)
            _ = try await server.verify(ServerUnderTest.wrongPasscode, bearer: set.accessToken)
            let verified = try await server.verify(ServerUnderTest.passcode, bearer: set.accessToken).session()
            keep(verified)
            let devices = try await deviceFlow(server, bearer: verified.accessToken)
            secrets += devices
            keep(
                try await server.post(
                    "/api/auth/refresh", #"{"refresh_token":"\#(verified.refreshToken)"}"#
                ).session())
            let cookie = try await server.signInPage(ann)
            secrets.append(("cookie", cookie))
            let unlocked = try await server.verify(ServerUnderTest.passcode, cookie: cookie)
            let page = try #require(unlocked.cookie)
            secrets.append(("cookie", page))
            // Simulates a careless user or program that puts secrets into URLs.
            _ = try await server.get("/sign-in/verify?token=\(try #require(first.token))", cookie: page)
            _ = try await server.get("/\(ServerUnderTest.passcode)/\(page)", cookie: page)
            _ = try await server.send(page, "/api/auth/me", cookie: page)
            _ = try await server.post("/api/auth/verify-passcode", "{\(ServerUnderTest.passcode)", cookie: page)
            _ = try await server.post("/api/auth/reset-passcode-request", cookie: page)
            let reset = try await server.data.takeEmail(to: ann, "Reset your passcode")
            try keep(reset)
            secrets.append(("new passcode", "840216"))
            let done = try await server.post(
                "/api/auth/reset-passcode",
                #"{"token":"\#(try #require(reset.token))","new_passcode":"840216"}"#, cookie: page)
            secrets.append(("cookie", try #require(done.cookie)))
            for subject in ["A passcode was set", "Your passcode was reset"] {
                try keep(try await server.data.takeEmail(to: ann, subject))
            }
            // An unused code, which remains in the database.
            try keep(try await server.signInEmail(ann))
            return secrets
        }

        /// Registers, opens, replaces and removes devices, and returns their secrets by name. The last one remains.
        private func deviceFlow(_ server: ServerUnderTest, bearer: String) async throws -> [(String, String)] {
            let first = try await server.registerDevice(bearer: bearer)
            let second = try await server.registerDevice(replacing: first.token, bearer: bearer)
            for device in [first, second] {
                let attempt = try device.attempt()
                let evaluated = try await server.post(
                    "/api/auth/unlock/evaluate", device.body(evaluating: attempt))
                #expect(try device.opens(attempt, by: evaluated))
                let finished = try await server.post(
                    "/api/auth/unlock/finish",
                    #"{"token":"\#(device.token)","attempt":"\#(attempt.id)","tag":"\#(device.tag)"}"#)
                #expect(finished.status == 204)
            }
            let removed = try await server.send(
                "DELETE", "\(TestServer.unlockKeys)/\(second.id)", #"{"token":"\#(second.token)"}"#, bearer: bearer)
            #expect(removed.status == 204)
            let third = try await server.registerDevice(bearer: bearer)
            return [first, second, third].flatMap { [("slot token", $0.token), ("tag", $0.tag)] }
        }

        private func expectAbsent(
            _ secrets: [(name: String, text: String)], while state: String, _ server: ServerUnderTest
        ) async throws {
            let log = Data((server.process.output + server.process.errors).utf8)
            #expect(log.range(of: Data("path=/api/auth/verify-passcode".utf8)) != nil, "there is no log to search")
            var haystacks = [("log", log)]
            for file in try files(of: server.data, except: ["outbox", "secret-keys", "clock-offset"]) {
                haystacks.append((file.lastPathComponent, try Data(contentsOf: file)))
            }
            switch try server.data.probe() {
            case .sqlite: #expect(haystacks.contains { $0.0 == "latchkey.sqlite" })
            case .postgres(let database): haystacks.append(("database", Data(try database.dump().utf8)))
            }
            for (place, content) in haystacks {
                for secret in secrets {
                    for form in Self.forms(of: secret.text) where content.range(of: form.bytes) != nil {
                        Issue.record("a \(secret.name) is in \(place) as \(form.name), while \(state)")
                    }
                }
            }
        }

        private func files(of data: DataFolder, except names: Set<String>) throws -> [URL] {
            let manager = FileManager.default
            let paths = try manager.subpathsOfDirectory(atPath: data.folder.path)
            return paths.filter { !names.contains($0.components(separatedBy: "/")[0]) }
                .map { data.folder.appending(path: $0) }
                .filter { !$0.hasDirectoryPath && (try? Data(contentsOf: $0)) != nil }
        }

        /// Returns the text, its decoded form, and both in common encodings.
        private static func forms(of secret: String) -> [(name: String, bytes: Data)] {
            let raw = Data(secret.utf8)
            var forms = [("text", raw)]
            let standard = secret.replacing("-", with: "+").replacing("_", with: "/")
            let padded = standard.padding(toLength: (standard.count + 3) / 4 * 4, withPad: "=", startingAt: 0)
            var contents = [raw]
            if secret.count >= 40, let decoded = Data(base64Encoded: padded) {
                contents.append(decoded)
                forms.append(("bytes", decoded))
            }
            for content in contents {
                let base64 = content.base64EncodedString()
                let hex = HexText.encode(Array(content))
                let bare = base64.replacing("=", with: "")
                let url = bare.replacing("+", with: "-").replacing("/", with: "_")
                // Without its last two characters, which depend on the following text.
                forms += [("base64", Data(bare.dropLast(2).utf8)), ("base64url", Data(url.dropLast(2).utf8))]
                forms += [("hex", Data(hex.utf8)), ("hex", Data(hex.uppercased().utf8))]
            }
            return forms
        }
    }
}
