import Foundation
import LatchkeyAPI
import Testing

extension Flows {
    @Suite struct StoryTests {
        private static let newPasscode = "840216"

        @Test func userLifecycleWorksFromSignInToDeletion() async throws {
            try await ServerUnderTest.run { server in
                let ann = "ann@example.com"
                var page = try await setAndLock(server, ann)
                let app = try await server.signIn(ann)
                #expect(try await server.user(bearer: app.accessToken).locked)
                page = try await idleAndReset(server, ann, page)
                #expect(try await server.get("/api/auth/me", bearer: app.accessToken).problem == "unauthenticated")
                try await disown(server, ann, page)
                page = try await leaveResetRequired(server, ann)
                try await delete(server, ann, page)
                #expect(server.process.isRunning)
            }
        }

        private func setAndLock(_ server: ServerUnderTest, _ email: String) async throws -> String {
            let signedIn = try await server.signInPage(email)
            let fresh = try await server.user(cookie: signedIn)
            #expect(!fresh.hasPasscode && !fresh.locked)
            let set = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"\#(ServerUnderTest.passcode)"}"#, cookie: signedIn)
            #expect(set.status == 200)
            let page = try #require(set.cookie)
            #expect(try await server.get("/api/auth/sessions", cookie: page).status == 200)
            #expect(try await server.post("/api/auth/lock", cookie: page).status == 204)
            #expect(try await server.get("/api/auth/sessions", cookie: page).problem == "locked")
            let wrong = try await server.verify(ServerUnderTest.wrongPasscode, cookie: page)
            #expect(try wrong.decode(Problem.self).attemptsRemaining == 9)
            let right = try await server.verify(ServerUnderTest.passcode, cookie: page)
            #expect(right.status == 200)
            let unlocked = try #require(right.cookie)
            #expect(try await server.get("/api/auth/sessions", cookie: unlocked).status == 200)
            #expect(try await server.get("/api/auth/sessions", cookie: page).problem == "locked")
            return unlocked
        }

        private func idleAndReset(_ server: ServerUnderTest, _ email: String, _ cookie: String) async throws -> String {
            try server.data.advanceClock(by: .seconds(14 * 60))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 200)
            try server.data.advanceClock(by: .seconds(15 * 60))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).problem == "locked")
            #expect(try await server.post("/api/auth/reset-passcode-request", cookie: cookie).status == 202)
            let token = try #require(try await server.data.takeEmail(to: email, "Reset your passcode").token)
            let reset = try await server.post(
                "/api/auth/reset-passcode", #"{"token":"\#(token)","new_passcode":"\#(Self.newPasscode)"}"#,
                cookie: cookie)
            #expect(reset.status == 200)
            let page = try #require(reset.cookie)
            #expect(try await server.get("/api/auth/sessions", cookie: page).status == 200)
            let again = try await server.post(
                "/api/auth/reset-passcode", #"{"token":"\#(token)","new_passcode":"\#(ServerUnderTest.passcode)"}"#)
            #expect(again.problem == "invalid-code")
            return page
        }

        private func disown(_ server: ServerUnderTest, _ email: String, _ cookie: String) async throws {
            _ = try await server.data.takeEmail(to: email, "New sign-in to your account")
            let set = try await server.data.takeEmail(to: email, "A passcode was set")
            #expect(set.code == nil)
            #expect(set.link?.hasPrefix(server.origin + "/disown#token=") == true)
            let token = try #require(try await server.data.takeEmail(to: email, "Your passcode was reset").token)
            #expect(try await server.post("/api/auth/disown", #"{"token":"\#(token)"}"#).status == 204)
            #expect(try await server.get("/api/auth/me", cookie: cookie).problem == "unauthenticated")
            #expect(try await server.post("/api/auth/disown", #"{"token":"\#(token)"}"#).problem == "invalid-code")
        }

        private func leaveResetRequired(_ server: ServerUnderTest, _ email: String) async throws -> String {
            let page = try await server.signInPage(email)
            let user = try await server.user(cookie: page)
            #expect(user.hasPasscode && user.passcodeEnabled && user.locked)
            #expect(try await server.verify(Self.newPasscode, cookie: page).problem == "passcode-reset-required")
            _ = try await server.post("/api/auth/reset-passcode-request", #"{"email":"\#(email)"}"#)
            let code = try #require(try await server.data.takeEmail(to: email, "Reset your passcode").code)
            let body = #"{"email":"\#(email)","code":"\#(code)","new_passcode":"\#(Self.newPasscode)"}"#
            let reset = try await server.post("/api/auth/reset-passcode", body, cookie: page)
            #expect(reset.status == 200)
            return try #require(reset.cookie)
        }

        private func delete(_ server: ServerUnderTest, _ email: String, _ cookie: String) async throws {
            let kinds = try await server.get("/api/auth/activity", cookie: cookie).decode(ActivityPage.self).events
            #expect(Set(kinds.map(\.kind)).isSuperset(of: [.signedIn, .passcodeSet, .passcodeReset, .disowned]))
            #expect(try await server.send("DELETE", "/api/auth/account", "{}", cookie: cookie).status == 400)
            let wrong = #"{"current_passcode":"\#(ServerUnderTest.passcode)"}"#
            #expect(try await server.send("DELETE", "/api/auth/account", wrong, cookie: cookie).status == 403)
            let right = #"{"current_passcode":"\#(Self.newPasscode)"}"#
            #expect(try await server.send("DELETE", "/api/auth/account", right, cookie: cookie).status == 204)
            #expect(try await server.get("/api/auth/me", cookie: cookie).problem == "unauthenticated")
            let probe = try server.data.probe()
            for table in ["users", "sessions", "session_tokens", "activity", "reservations"] {
                #expect(try probe.count(table) == 0, "left in \(table)")
            }
            // "This wasn't me" links stay valid, without the address.
            #expect(try probe.count("one_time_tokens", of: email) == 0)
            #expect(try await !server.user(bearer: server.signIn(email).accessToken).hasPasscode)
        }
    }
}
