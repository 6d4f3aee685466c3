import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct EmailFormTests {
    private func lines(_ email: TestEmail) -> [String] { email.text.components(separatedBy: "\r\n") }

    private func count(_ needle: String, in email: TestEmail) -> Int {
        email.text.components(separatedBy: needle).count - 1
    }

    @Test func anEmailHasTheHeadersOfRFC5322() async throws {
        try await TestServer.run { server in
            let email = try await server.signInEmail("ann@example.com")
            let headers = lines(email).prefix { !$0.isEmpty }
            for header in [
                "From: Latchkey <no-reply@localhost>", "To: ann@example.com", "Subject: Your sign-in link",
                "Date: Fri, 15 Jan 2027 08:00:00 +0000", "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
            ] { #expect(headers.contains(header), "\(header)") }
            #expect(headers.count { $0.hasPrefix("Message-ID: <") && $0.hasSuffix("@localhost>") } == 1)
            #expect(headers.count { $0.hasPrefix("Content-Type: multipart/alternative; boundary=\"") } == 1)
            #expect(headers.allSatisfy { $0.contains(": ") && $0.count <= 998 })
            #expect(!email.text.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
            #expect(lines(email).allSatisfy { $0.utf8.count <= 998 })
        }
    }

    @Test func plainTextWithCodeAndLinkPrecedesHTML() async throws {
        try await TestServer.run { server in
            for email in [try await server.signInEmail("ann@example.com"), try await server.resetEmailOfNewPasscode()] {
                let plain = try #require(email.text.range(of: "Content-Type: text/plain; charset=utf-8"))
                let html = try #require(email.text.range(of: "Content-Type: text/html; charset=utf-8"))
                #expect(plain.lowerBound < html.lowerBound)
                let part = String(email.text[plain.upperBound..<html.lowerBound]).components(separatedBy: "\r\n")
                #expect(part.count { $0.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/) != nil } == 1)
                let links = part.filter { $0.hasPrefix("http") }
                #expect(links.count == 1 && links.first?.hasPrefix("\(TestServer.origin)/") == true)
                #expect(links.first?.hasSuffix("#token=" + (email.token ?? "?")) == true)
            }
        }
    }

    @Test(arguments: try Languages().tags)
    func codeAndLinkAreFoundInEveryLanguage(tag: String) throws {
        let (languages, link) = (PageSamples.languages, "https://desk.example/sign-in/verify#token=x")
        let email = try EmailComposer(languages: languages)
            .compose(EmailText(languages[tag].emails.signIn), in: tag, code: "K7QF-2M9X", link: link)
        #expect(email.text.emailedCode == "K7QF-2M9X" && email.text.emailedLink == link)
        #expect("HOUR-MILL\nk7qf-2m9x\nK7QF2M9X".emailedCode == nil)
    }

    @Test("V10 ASVS-14.2.6 an email contains only its own code and link")
    func anEmailContainsOnlyItsOwnCodeAndLink() async throws {
        try await TestServer.run { server in
            let signIn = try await server.signInEmail("ann@example.com")
            let code = try #require(signIn.code)
            let token = try #require(signIn.token)
            let session = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#).session()
            let set = try await server.setPasscode(session)
            let notices = try await server.takeEmails(to: "ann@example.com")
            #expect(notices.count == 2)
            let reset = try await server.resetEmail()
            let secrets = [
                code, token, session.accessToken, session.refreshToken, set.accessToken, set.refreshToken,
                try #require(set.recoveryKey), TestServer.passcode,
            ]
            for email in notices + [reset] {
                for secret in secrets { #expect(!email.text.contains(secret)) }
                #expect(count("#token=", in: email) == 2, "the same link, once a part")
            }
            #expect(notices.allSatisfy { $0.code == nil && $0.link?.contains("/disown#token=") == true })
            #expect(reset.link?.contains("/reset-passcode#token=") == true)
            #expect(signIn.link?.contains("/sign-in/verify#token=") == true)
            #expect(count(code, in: signIn) == 2 && count(token, in: signIn) == 2)
        }
    }

    @Test func aHostileDeviceNameIsPlainText() async throws {
        try await TestServer.run { server in
            let token = try #require(try await server.signInEmail("ann@example.com").token)
            let name = "</p><script>&\\\"'x' https://e"
            let response = try await server.post(
                "/api/auth/magic-link/verify", #"{"token":"\#(token)","device_name":"\#(name)"}"#)
            #expect(response.status == 200)
            let email = try #require(try await server.takeEmails(to: "ann@example.com").first)
            let html = try #require(email.text.components(separatedBy: "Content-Type: text/html").last)
            #expect(!html.contains("<script") && html.contains("&lt;script&gt;&amp;&quot;"))
            #expect(lines(email).count { $0.hasPrefix("http") } == 1)
            #expect(email.link?.hasPrefix(TestServer.origin + "/disown#token=") == true)
        }
    }
}

extension TestServer {
    fileprivate func resetEmailOfNewPasscode() async throws -> TestEmail {
        _ = try await signInWithPasscode()
        return try await resetEmail()
    }
}
