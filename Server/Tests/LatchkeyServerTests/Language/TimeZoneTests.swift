import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The time zone of an account, in which its emails show times.
@Suite struct TimeZoneTests {
    @Test(
        arguments: [
            ("en", "21:05 GMT+1", "22:05 GMT+2"), ("fr", "21:05 UTC+1", "22:05 UTC+2"),
            ("de", "21:05 Uhr GMT+1", "22:05 Uhr GMT+2"), ("es", "21:05 GMT+1", "22:05 GMT+2"),
            ("it", "21:05 GMT+1", "22:05 GMT+2"), ("pt-BR", "21:05 GMT+1", "22:05 GMT+2"),
            ("nl", "21:05 GMT+1", "22:05 GMT+2"), ("pl", "21:05 GMT+1", "22:05 GMT+2"),
            ("ja", "21:05（GMT+1）", "22:05（GMT+2）"),
            ("ar", "9:05\u{A0}م غرينتش+1", "10:05\u{A0}م غرينتش+2"),
        ])
    func timesFollowTheZonesDaylightSaving(tag: String, winter: String, summer: String) throws {
        let language = try Languages()[tag].language
        for (seconds, time) in [(1_800_043_500, winter), (1_815_681_900, summer)] {
            let shown = language.time(Date(timeIntervalSince1970: Double(seconds)), in: "Europe/Paris")
                .replacing("\u{202F}", with: "\u{A0}").replacing("\u{200E}", with: "").replacing("\u{200F}", with: "")
            #expect(shown.hasSuffix(time), "\(shown)")
        }
    }

    @Test func daysFollowTheZone() throws {
        let language = try Languages()["en"].language
        let time = { language.time(Date(timeIntervalSince1970: 1_800_043_500), in: $0) }
        #expect(time("Asia/Tokyo").hasPrefix("16 January 2027") && time("Asia/Tokyo").hasSuffix(" 5:05 GMT+9"))
        #expect(time("Asia/Kolkata").hasSuffix(" 1:35 GMT+5:30"))
        // A damaged name, or one that only another server's system knows.
        for unknown in ["Europe/Atlantis", "", nil] { #expect(time(unknown).hasSuffix("20:05 UTC")) }
    }

    @Test func accountKeepsTheTimeZoneOfItsFirstSignIn() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn(in: "Europe/Paris")
            #expect(first.user.timeZone == "Europe/Paris")
            let notice = try await server.takeNotice()
            #expect(notice.contains(#/15 January 2027[^.]+9:00 GMT\+1\./#))
            // A later one may be a stranger's, and the notice of it must not have the stranger's zone.
            server.clock.advance(by: Notice.interval)
            let later = try await server.signIn(in: "Asia/Tokyo")
            #expect(later.user.timeZone == "Europe/Paris")
            let laterNotice = try await server.takeNotice()
            #expect(laterNotice.contains("9:10 GMT+1."))
        }
    }

    @Test func lockedSignInSetsNoTimeZone() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            server.clock.advance(by: Notice.interval)
            let later = try await server.signIn(in: "Asia/Tokyo")
            #expect(later.user.locked && later.user.timeZone == nil)
            let notice = try await server.takeNotice()
            #expect(notice.contains("8:10 UTC."))
        }
    }

    @Test func noticesOfADeletedAccountHaveItsTimeZone() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn(in: "Europe/Paris")
            let response = try await server.send(.delete, "/api/auth/account", "{}", bearer: session.accessToken)
            #expect(response.status == 204)
            let notices = try await server.takeEmails(to: "ann@example.com").filter { $0.code == nil }
            #expect(notices.count == 2)
            for notice in notices { #expect(notice.text.contains("9:00 GMT+1."), "\(notice.subject)") }
        }
    }

    @Test func unknownTimeZoneDoesNotPreventSignIn() async throws {
        try await TestServer.run { server in
            for zone in ["Europe/Atlantis", "", String(repeating: "x", count: 65)] {
                let session = try await server.signIn(in: zone)
                #expect(session.user.timeZone == nil)
                server.clock.advance(by: EmailLimits.interval)
            }
        }
    }

    @Test func theSettingChangesTheTimeZoneOfEmails() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn(in: "Europe/Paris")
            for json in [#"{"time_zone":"America/New_York"}"#, "{}"] {
                let response = try await server.changeSettings(json, session)
                #expect(try response.decode(User.self).timeZone == "America/New_York")
            }
            let notice = try await server.takeNotice()
            #expect(notice.contains("3:00 GMT-5."))
        }
    }

    @Test func aNameThatContinuesAfterANULIsUnknown() async throws {
        try await TestServer.run { server in
            // Foundation has the zone cached.
            let session = try await server.signIn(in: "Europe/Paris")
            let response = try await server.changeSettings(#"{"time_zone":"Europe/Paris\u0000x"}"#, session)
            #expect(response.status == 400)
            server.clock.advance(by: EmailLimits.interval)
            let later = try await server.signIn(in: #"Europe/Paris\u0000x"#, email: "bob@example.com")
            #expect(later.user.timeZone == nil)
            #expect(try await server.account().timeZone == "Europe/Paris")
        }
    }

    @Test func providerSignInSetsTheTimeZone() async throws {
        try await TestServer.runWithProvider { server, provider in
            let body = try """
            {"subject_token":"\(server.idToken(provider))","time_zone":"Europe/Paris",
            "subject_token_type":"\(TokenSignInRequest.TokenType.idToken.rawValue)"}
            """
            let response = try await server.post("/api/auth/token-sign-in", body)
            #expect(try response.session().user.timeZone == "Europe/Paris")
        }
    }

    @Test func redirectToTheProviderKeepsTheTimeZone() async throws {
        try await TestServer.runWithProvider { server, provider in
            let redirects: [(query: String, zone: String?)] = [
                ("?next=/tickets?page=2&time_zone=Asia/Tokyo", nil), ("?time_zone=Europe%2FAtlantis", nil),
                ("?time_zone=Europe%2FParis&next=/tickets?page=2&time_zone=Asia/Tokyo", "Europe/Paris"),
                ("?time_zone=Asia%2FTokyo", "Europe/Paris"),
            ]
            for (index, (query, zone)) in redirects.enumerated() {
                let back = try await server.comeBack(server.goOut(query), provider, claims: ["jti": "t\(index)"])
                #expect(back.status == 303)
                #expect(try await server.account().timeZone == zone, "\(query)")
            }
        }
    }
}

extension TestServer {
    fileprivate func signIn(
        in zone: String, email: String = "ann@example.com"
    ) async throws -> SessionResponse {
        let token = try #require(try await signInEmail(email).token)
        return try await post("/api/auth/magic-link/verify", #"{"token":"\#(token)","time_zone":"\#(zone)"}"#).session()
    }

    /// Returns the text of the notice of the sign-in.
    fileprivate func takeNotice() async throws -> String {
        try #require(try await takeEmails(to: "ann@example.com").last { $0.code == nil }).text
    }
}
