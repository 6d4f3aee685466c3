import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct DeliveryStatusTests {
    private func mark(_ server: TestServer, _ status: DeliveryStatus) async throws {
        let now = server.clock.now
        try await server.dependencies.store.write {
            try $0.noteDeliveryStatus(status, of: "ann@example.com", at: now)
        }
    }

    @Test func aDeliveryProblemLastsUntilAnEmailIsAccepted() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
            let transport = FailingTransport()
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            let ask = { _ = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#) }
            transport.reject("ann@example.com", .rejected(code: 554, address: false))
            try await ask()
            try await worker.drain()
            #expect(try await server.account().deliveryStatus == nil, "the email was rejected, not the address")
            transport.reject("ann@example.com", .rejected(code: 550, address: true))
            try await ask()
            try await worker.drain()
            #expect(try await server.account().deliveryStatus == .rejected)
            #expect(try await server.account().deliveryStatusSince == server.clock.now)
            transport.accept("ann@example.com")
            try await ask()
            try await worker.drain()
            #expect(try await server.account().deliveryStatus == nil)
            try await mark(server, .bounced)
            try await ask()
            try await worker.drain()
            #expect(try await server.account().deliveryStatus == .bounced)
        }
    }

    @Test func signInByANewerEmailClearsTheDeliveryProblem() async throws {
        for status in DeliveryStatus.allCases {
            try await TestServer.run { server in
                _ = try await server.signIn()
                let old = try #require(try await server.signInEmail("ann@example.com").token)
                server.clock.advance(by: .milliseconds(1))
                try await mark(server, status)
                #expect(try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(old)"}"#).status == 200)
                #expect(try await server.account().deliveryStatus == status)
                server.clock.advance(by: .minutes(1))
                // The outbox directory accepts every email, which proves nothing.
                try await mark(server, status)
                let new = try #require(try await server.signInEmail("ann@example.com").token)
                try await mark(server, status)
                #expect(try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(new)"}"#).status == 200)
                #expect(try await server.account().deliveryStatus == nil)
            }
        }
    }

    @Test func aResetOrDisownClearsTheDeliveryProblem() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            try await mark(server, .bounced)
            #expect(try await server.resetPasscode(to: "580293").status == 200)
            #expect(try await server.account().deliveryStatus == nil)
            try await mark(server, .complained)
            let notice = try #require(try await server.takeEmails(to: "ann@example.com").last?.token)
            #expect(try await server.post("/api/auth/disown", #"{"token":"\#(notice)"}"#).status == 204)
            #expect(try await server.account().deliveryStatus == nil)
        }
    }

    @Test func onlyTheSettingsPageShowsADeliveryProblem() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            let page = { try await server.get("/settings/security", cookie: cookie).text }
            let plain = try await page()
            let warning = "security notices"
            #expect(!plain.contains("notice-warning\"><") && !plain.contains(warning))
            var pages: Set<String> = []
            for status in DeliveryStatus.allCases {
                try await mark(server, status)
                pages.insert(try await page())
            }
            #expect(pages.count == DeliveryStatus.allCases.count)
            #expect(pages.allSatisfy { $0.contains(warning) && $0.contains("ann@example.com") })
        }
    }
}
