import Foundation
import Testing

@testable import LatchkeyServer

extension WaitingFlows {
    @Suite(.onOneStore, .enabled(if: MailServerUnderTest.isInstalled, MailServerUnderTest.absence))
    struct MailServerTests {
        private func start(_ mailServer: MailServerUnderTest, _ certificate: TestCertificate) -> ServerUnderTest.Start {
            ServerUnderTest.Start(settings: [
                "LATCHKEY_MAIL_URL":
                    "smtp://ann:right@localhost:\(mailServer.port)?ca=\(certificate.file.path)",
                "LATCHKEY_MAIL_FROM": "Latchkey <no-reply@lock.example>",
            ])
        }

        private func run(
            _ body: (DataFolder, MailServerUnderTest, ServerUnderTest.Start) async throws -> Void
        ) async throws {
            try await ScratchFolder.with { scratch in
                let certificate = try await TestCertificate(in: scratch)
                let options = MailServerUnderTest.Options(
                    security: "starttls", certificate: certificate, login: ("ann", "right"))
                try await MailServerUnderTest.run(options, in: scratch) { mailServer in
                    try await body(DataFolder(in: scratch), mailServer, start(mailServer, certificate))
                }
            }
        }

        private func ask(_ server: ServerUnderTest, _ email: String) async throws {
            let response = try await server.post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
            try #require(response.status == 202)
        }

        @Test func anEmailedCodeSignsInAndLeavesTheOutboxEmpty() async throws {
            try await run { data, mailServer, start in
                try await ServerUnderTest.run(on: data, start) { server in
                    try await ask(server, "ann@example.com")
                    let email = try await waitFor("mail") { try mailServer.emails.first }
                    let code = try #require(email.code)
                    let response = try await server.post(
                        "/api/auth/magic-link/verify", #"{"email":"ann@example.com","code":"\#(code)"}"#)
                    #expect(response.status == 200)
                    try await waitUntil("two emails and an empty outbox") {
                        try mailServer.emails.count == 2 && data.probe().count("outbox") == 0
                    }
                    #expect(!FileManager.default.fileExists(atPath: data.outbox.path))
                }
            }
        }

        @Test func aSilentOrRejectingMailServerDelaysNoOtherEmail() async throws {
            try await run { data, mailServer, start in
                try await ServerUnderTest.run(on: data, start) { server in
                    try await ask(server, "silent@example.com")
                    try await waitUntil("RCPT") { mailServer.events.contains("RCPT silent@example.com") }
                    try await ask(server, "unknown@example.com")
                    try await ask(server, "ann@example.com")
                    _ = try await waitFor("mail") {
                        try mailServer.emails.first { $0.recipients == ["ann@example.com"] }
                    }
                    try await waitUntil("rejected email gone, other kept") { try data.probe().count("outbox") == 1 }
                    #expect(mailServer.events.count { $0 == "RCPT unknown@example.com" } == 1)
                }
            }
        }

        @Test func aServerKilledAfterSendingRepeatsTheEmailSameID() async throws {
            try await run { data, mailServer, start in
                try mailServer.holdReplies()
                try await ServerUnderTest.run(on: data, start) { server in
                    try await ask(server, "ann@example.com")
                    try await waitUntil("accepted email") { try mailServer.emails.count == 1 }
                    #expect(try data.probe().count("outbox") == 1, "it must be kept until the server responds")
                    await server.process.kill9()
                }
                try mailServer.replyAgain()
                try data.advanceClock(by: EmailSender.lease)
                try await ServerUnderTest.run(on: data, start) { _ in
                    try await waitUntil("empty outbox") { try data.probe().count("outbox") == 0 }
                }
                let emails = try mailServer.emails
                #expect(emails.count == 2)
                #expect(Set(emails.map { $0.header("Message-ID") }).count == 1)
                let codes = Set(emails.compactMap(\.code))
                #expect(codes.count == 1, "the code of the first one still counts")
            }
        }

        @Test func emailOfKilledProcessIsSentWithin5Seconds() async throws {
            try await run { data, mailServer, start in
                try mailServer.holdReplies()
                try await ServerUnderTest.run(on: data, start) { server in
                    try await ask(server, "ann@example.com")
                    try await waitUntil("accepted email") { try mailServer.emails.count == 1 }
                    // A renewed lease has its full time.
                    let first = try data.probe().nextAttempt()
                    try await waitUntil("renewal") { try data.probe().nextAttempt() != first }
                    await server.process.kill9()
                    // The lease has been renewed within the worker's interval, which is below 5 s.
                    #expect(try data.probe().nextAttempt() <= Timestamp(Date()) + EmailSender.lease)
                }
                try mailServer.replyAgain()
                try await ServerUnderTest.run(on: data, start) { _ in
                    try await waitUntil("empty outbox") { try data.probe().count("outbox") == 0 }
                }
                #expect(try mailServer.emails.count == 2)
            }
        }

        @Test func twoServersSendASlowEmailOnlyOnce() async throws {
            try await run { data, mailServer, start in
                try await ServerUnderTest.run(on: data, start) { server in
                    try await ServerUnderTest.run(on: data, start) { _ in
                        try mailServer.holdReplies()
                        try await ask(server, "ann@example.com")
                        try await waitUntil("accepted email") { try mailServer.emails.count == 1 }
                        let first = try data.probe().nextAttempt()
                        let end = first + EmailSender.lease * 2
                        try await waitUntil("renewals") { try data.probe().nextAttempt() >= end }
                        #expect(try mailServer.emails.count == 1)
                    }
                }
            }
        }

        @Test func aServerKilledBeforeSendingSendsTheEmailOnce() async throws {
            try await run { data, mailServer, start in
                try await ServerUnderTest.run(on: data, start) { server in
                    try await mailServer.process.stop()
                    try await ask(server, "ann@example.com")
                    try await waitUntil("queued email") { try data.probe().count("outbox") == 1 }
                    await server.process.kill9()
                }
                mailServer.process.signal(SIGCONT)
                try data.advanceClock(by: EmailSender.lease)
                try await ServerUnderTest.run(on: data, start) { _ in
                    try await waitUntil("empty outbox") { try data.probe().count("outbox") == 0 }
                }
                #expect(try mailServer.emails.count == 1)
            }
        }

        @Test func emailSurvivesAServerStopDuringSending() async throws {
            try await run { data, mailServer, start in
                try mailServer.holdReplies()
                try await ServerUnderTest.run(on: data, start) { server in
                    try await ask(server, "ann@example.com")
                    try await waitUntil("accepted email") { try mailServer.emails.count == 1 }
                    let exit = try await server.terminate()
                    #expect(exit == ChildProcess.Exit(status: 0, bySignal: false))
                }
                #expect(try data.probe().count("outbox") == 1)
            }
        }
    }
}
