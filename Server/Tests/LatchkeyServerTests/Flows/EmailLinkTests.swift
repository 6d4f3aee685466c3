import Foundation
import HTTPTypes
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite(.onOneStore) struct EmailLinkTests {
        /// Whether this build has the page of the link.
        private static let hasPages =
            Bundle.module.url(forResource: "sign-in-verify", withExtension: "mustache", subdirectory: "Templates")
            != nil

        @Test(
            "V5 ASVS-3.5.3 GET and HEAD do not consume an emailed link",
            arguments: ["GET", "HEAD"])
        func getAndHEADDoNotConsumeAnEmailedLink(method: String) async throws {
            try await ServerUnderTest.run { server in
                let ann = "ann@example.com"
                let page = try await server.signInPageWithPasscode(ann)
                let signIn = try #require(try await server.signInEmail(ann).token)
                _ = try await server.post("/api/auth/reset-passcode-request", cookie: page)
                let reset = try #require(try await server.data.takeEmail(to: ann, "Reset your passcode").token)
                let notice = try #require(try await server.data.takeEmail(to: ann, "A passcode was set").token)
                for (path, token) in [
                    ("/sign-in/verify", signIn), ("/reset-passcode", reset), ("/disown", notice),
                    ("/api/auth/magic-link/verify", signIn), ("/api/auth/reset-passcode", reset),
                    ("/api/auth/disown", notice),
                ] {
                    for suffix in ["", "?token=\(token)", "?token=\(token)#token=\(token)"] {
                        let response = try await server.send(method, path + suffix)
                        #expect(response.status != 204 && response.cookie == nil, "\(path)")
                        #expect(!response.text.contains(token))
                        #expect(path.hasPrefix("/api/") ? response.status == 405 : response.status < 500)
                    }
                }
                try await expectGood(server, signIn, reset, notice)
            }
        }

        @Test(
            "V5 ASVS-7.6.2 opening a link without a click does not consume it",
            .enabled(if: Browser.program != nil, "Chromium is absent"))
        func openingALinkWithoutAClickDoesNotConsumeIt() async throws {
            try await ServerUnderTest.run { server in
                let email = try await server.signInEmail("ann@example.com")
                let document = try await Browser.open(try #require(email.link), scratch: server.data.scratch)
                #expect(document.contains("<html"))
                let token = try #require(email.token)
                #expect(try await server.get("/api/auth/me").status == 401)
                #expect(
                    try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#).status == 200)
            }
        }

        @Test(
            .enabled(if: hasPages, "this build has no pages"),
            arguments: ["/sign-in/verify", "/reset-passcode", "/disown"])
        func thePagesOfEmailedLinksExist(path: String) async throws {
            try await ServerUnderTest.run { server in
                let response = try await server.get(path)
                #expect(response.status == 200)
                #expect(response.headers[.contentType]?.hasPrefix("text/html") == true)
            }
        }

        private func expectGood(
            _ server: ServerUnderTest, _ signIn: String, _ reset: String, _ notice: String
        ) async throws {
            #expect(try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(signIn)"}"#).status == 200)
            let body = #"{"token":"\#(reset)","new_passcode":"840216"}"#
            #expect(try await server.post("/api/auth/reset-passcode", body).status == 200)
            #expect(try await server.post("/api/auth/disown", #"{"token":"\#(notice)"}"#).status == 204)
        }
    }
}
