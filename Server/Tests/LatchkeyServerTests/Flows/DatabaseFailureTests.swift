import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension WaitingFlows {
    @Suite(.onSQLite) struct DatabaseFailureTests {
        private static let email = "ann@example.com"
        /// With a permit for each concurrent call that hashes, so that only the database rejects it.
        private static let settings = [
            "LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook, "LATCHKEY_KDF_PERMITS": "8",
        ]

        // In WAL mode `BEGIN IMMEDIATE` takes the same lock.
        @Test("V8 a locked database is 503, spends nothing, and recovers")
        func aLockedDatabaseIs503SpendsNothingAndRecovers() async throws {
            try await ServerUnderTest.run(settings: Self.settings) { server in
                let subject = try await AccountDuringFailure(server)
                try await server.data.whileLocked("BEGIN EXCLUSIVE") {
                    try await subject.expectUnavailable()
                    #expect(try await server.get("/health/ready").status == 503)
                    let port = ["LATCHKEY_PORT": server.port]
                    #expect(try await server.data.run(["health"], settings: port).status == 1)
                    #expect(try await server.get("/health/live").status == 200)
                }
                try await subject.expectNothingSpent()
            }
        }

        @Test(
            "V8 a full disk is 503, spends nothing, and recovers",
            .enabled(
                if: ServerExecutable.installed("prlimit") != nil, "prlimit, which simulates a full disk, is absent")
        )
        func aFullDiskIs503SpendsNothingAndRecovers() async throws {
            try await ScratchFolder.with { scratch in
                // Every write then fails with EFBIG, because its signal is ignored.
                let start = ServerUnderTest.Start(
                    settings: Self.settings, wrapper: ["/bin/sh", "-c", #"trap "" XFSZ; exec "$0" "$@""#])
                try await ServerUnderTest.run(on: DataFolder(in: scratch), start) { server in
                    let subject = try await AccountDuringFailure(server)
                    try await limitFiles(of: server, to: "0:unlimited")
                    try await subject.expectUnavailable()
                    try await expectUnready(server)
                    #expect(try await server.get("/health/live").status == 200)
                    try await limitFiles(of: server, to: "unlimited:unlimited")
                    try await subject.expectNothingSpent()
                }
            }
        }

        @Test(
            "V8 readiness detects a full disk on an idle server",
            .enabled(
                if: ServerExecutable.installed("prlimit") != nil, "prlimit, which simulates a full disk, is absent")
        )
        func readinessDetectsAFullDiskOnAnIdleServer() async throws {
            try await ScratchFolder.with { scratch in
                let start = ServerUnderTest.Start(
                    wrapper: ["/bin/sh", "-c", #"trap "" XFSZ; exec "$0" "$@""#])
                try await ServerUnderTest.run(on: DataFolder(in: scratch), start) { server in
                    try await waitUntil("readiness") { try await server.get("/health/ready").status == 200 }
                    try await limitFiles(of: server, to: "0:unlimited")
                    // Readiness accepts a write of the last 5 s.
                    try await waitUntil("503") { try await server.get("/health/ready").status == 503 }
                    try await expectUnready(server)
                    try await limitFiles(of: server, to: "unlimited:unlimited")
                    try await waitUntil("readiness") { try await server.get("/health/ready").status == 200 }
                }
            }
        }

        /// Checks for two rounds of the email worker and the sweeper, which also use the database.
        private func expectUnready(_ server: ServerUnderTest) async throws {
            let end = ContinuousClock.now + EmailWorkerService.interval * 2.5
            while ContinuousClock.now < end {
                try #require(try await server.get("/health/ready").status == 503)
                try await Task.sleep(for: .milliseconds(50))
            }
        }

        @Test(
            "V8 a read-only database is 503 and spends nothing",
            .enabled(
                if: ServerExecutable.installed("setpriv") != nil && getuid() == 0,
                "needs root and setpriv, to start the server as a user who may not write"))
        func aReadOnlyDatabaseIs503AndSpendsNothing() async throws {
            let key = Data(repeating: 7, count: 32).base64EncodedString()
            let keys = Self.settings.merging(["LATCHKEY_SECRET_KEYS": "k1:" + key]) { own, _ in own }
            let setpriv = try #require(ServerExecutable.installed("setpriv"))
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data, ServerUnderTest.Start(settings: keys)) { owner in
                    let subject = try await AccountDuringFailure(owner)
                    // The owner keeps serving, so that the log and its index exist for the other process.
                    try letEverybodyRead(data)
                    let start = ServerUnderTest.Start(
                        settings: keys, wrapper: [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups"])
                    try await ServerUnderTest.run(on: data, start) { reader in
                        try await subject.expectUnavailable(at: reader)
                        try await expectUnready(reader)
                        #expect(try await reader.user(cookie: subject.page).email == Self.email)
                    }
                    try await subject.expectNothingSpent()
                }
            }
        }

        private func letEverybodyRead(_ data: DataFolder) throws {
            let manager = FileManager.default
            for name in try manager.contentsOfDirectory(atPath: data.folder.path)
            where name.hasPrefix("latchkey.sqlite") {
                try manager.setAttributes(
                    [.posixPermissions: 0o644], ofItemAtPath: data.folder.appending(path: name).path)
            }
            for folder in [data.folder, data.outbox] {
                try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            }
        }

        private func limitFiles(of server: ServerUnderTest, to limit: String) async throws {
            let program = try #require(ServerExecutable.installed("prlimit"))
            let process = try ChildProcess(
                [program, "--pid", "\(server.process.id)", "--fsize=\(limit)"], scratch: server.data.scratch)
            #expect(try await process.exit().status == 0, "\(process.errors)")
        }
    }

    /// An account with one failure, an emailed sign-in link and an emailed reset link, which failures must not affect.
    private struct AccountDuringFailure {
        let server: ServerUnderTest
        let page: String
        let app: String
        let refresh: String
        let signInToken: String
        let resetToken: String
        let noticeToken: String
        let sessionID: String
        let before: DatabaseProbe.Books

        init(_ server: ServerUnderTest) async throws {
            self.server = server
            page = try await server.signInPageWithPasscode()
            let session = try await server.signIn()
            (app, refresh) = (session.accessToken, session.refreshToken)
            signInToken = try #require(try await server.signInEmail("ann@example.com").token)
            _ = try await server.post("/api/auth/reset-passcode-request", cookie: page)
            let reset = try await server.data.takeEmail(to: "ann@example.com", "Reset your passcode")
            resetToken = try #require(reset.token)
            let notice = try await server.data.takeEmail(to: "ann@example.com", "A passcode was set")
            noticeToken = try #require(notice.token)
            let list = try await server.get("/api/auth/sessions", cookie: page).decode(SessionList.self)
            sessionID = try #require(list.sessions.first { !$0.current }?.id)
            let wrong = try await server.verify(ServerUnderTest.wrongPasscode, cookie: page)
            try #require(wrong.problem == "incorrect-passcode")
            before = try server.data.probe().books(of: "ann@example.com")
        }

        func expectUnavailable(at other: ServerUnderTest? = nil) async throws {
            let server = other ?? server
            let email = #"{"email":"ann@example.com"}"#
            // Concurrently, because each may wait for the database.
            let calls: [(String, @Sendable () async throws -> TestResponse)] = [
                ("right code", { try await server.verify(ServerUnderTest.passcode, cookie: page) }),
                ("wrong code", { try await server.verify(ServerUnderTest.wrongPasscode, bearer: app) }),
                ("sign-in request", { try await server.post("/api/auth/magic-link", email) }),
                ("reset request", { try await server.post("/api/auth/reset-passcode-request", email) }),
                ("sign-in", { try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(signInToken)"}"#) }),
                (
                    "reset",
                    {
                        try await server.post(
                            "/api/auth/reset-passcode", #"{"token":"\#(resetToken)","new_passcode":"840216"}"#)
                    }
                ),
                ("refresh", { try await server.post("/api/auth/refresh", #"{"refresh_token":"\#(refresh)"}"#) }),
                ("lock", { try await server.post("/api/auth/lock", cookie: page) }),
                ("sign-out", { try await server.post("/api/auth/logout", cookie: page) }),
                (
                    "settings",
                    {
                        try await server.send(
                            "PATCH", "/api/auth/passcode-settings", #"{"passcode_timeout_minutes":5}"#, cookie: page)
                    }
                ),
                (
                    "change",
                    {
                        try await server.post(
                            "/api/auth/set-passcode", #"{"passcode":"840216","current_passcode":"739105"}"#,
                            cookie: page)
                    }
                ),
                ("end of other sessions", { try await server.send("DELETE", "/api/auth/sessions", cookie: page) }),
                (
                    "end of a session",
                    { try await server.send("DELETE", "/api/auth/sessions/\(sessionID)", cookie: page) }
                ),
                (
                    "deletion",
                    {
                        try await server.send(
                            "DELETE", "/api/auth/account", #"{"current_passcode":"739105"}"#, cookie: page)
                    }
                ),
                ("this wasn't me", { try await server.post("/api/auth/disown", #"{"token":"\#(noticeToken)"}"#) }),
                (
                    "bounce",
                    {
                        try await server.send(
                            "POST", "/webhooks/brevo", #"{"event":"hard_bounce","email":"ann@example.com"}"#,
                            headers: ["Authorization": CallerSecret.login(CallerSecret.webhook)])
                    }
                ),
            ]
            try await withThrowingTaskGroup(of: (String, TestResponse).self) { group in
                for (name, call) in calls { group.addTask { (name, try await call()) } }
                for try await (name, response) in group {
                    #expect(response.status == 503, "\(name): \(response.text)")
                    #expect(response.problem == "temporarily-unavailable", "\(name)")
                    #expect(response.retryAfter ?? 0 > 0, "\(name)")
                }
            }
        }

        func expectNothingSpent() async throws {
            #expect(try server.data.probe().books(of: "ann@example.com") == before)
            try await waitUntil("readiness") { try await server.get("/health/ready").status == 200 }
            let signedIn = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(signInToken)"}"#)
            #expect(signedIn.status == 200)
            #expect(try await server.verify(ServerUnderTest.passcode, cookie: page).status == 200)
            let refreshed = try await server.post("/api/auth/refresh", #"{"refresh_token":"\#(refresh)"}"#)
            #expect(refreshed.status == 200)
            let reset = try await server.post(
                "/api/auth/reset-passcode", #"{"token":"\#(resetToken)","new_passcode":"840216"}"#)
            #expect(reset.status == 200)
        }
    }
}
