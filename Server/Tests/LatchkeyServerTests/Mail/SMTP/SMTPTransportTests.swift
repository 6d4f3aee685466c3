import Foundation
import Testing

@testable import LatchkeyServer

// A flow, because hashing tests at the same time would delay the process.
extension Flows {
    @Suite(.onOneStore, .enabled(if: MailServerUnderTest.isInstalled, MailServerUnderTest.absence))
    struct SMTPTransportTests {
        private static let content = EmailContent(
            subject: "Votre lien de connexion – réservé", text: "Une phrase à lire.\n.\n..\nCode: K7QF-2M9X\n",
            html: "<p>Une phrase</p>")

        func email(
            to recipient: String = "ann@example.com", from sender: String = "Latchkey <no-reply@lock.example>"
        ) throws -> OutgoingEmail {
            OutgoingEmail(
                id: "0123456789abcdef", from: try #require(FromAddress(sender)), recipient: recipient,
                content: Self.content, createdAt: Timestamp(milliseconds: 1_800_000_000_000), failures: 0)
        }

        func transport(
            _ server: MailServerUnderTest, _ scheme: String = "smtp", options: String = "?tls=none", login: String = "",
            timeouts: SMTPTimeouts = .init(connect: .seconds(20), reply: .seconds(20), end: .seconds(20)),
            at publicURL: PublicURL? = nil
        ) throws -> SMTPEmailTransport {
            let url = "\(scheme)://\(login)localhost:\(server.port)\(options)"
            return SMTPEmailTransport(
                server: try #require(SMTPServer(url: url, at: publicURL)), timeouts: timeouts)
        }

        func error(_ work: () async throws(EmailTransportError) -> Void) async -> EmailTransportError? {
            do throws(EmailTransportError) {
                try await work()
                return nil
            } catch {
                return error
            }
        }

        @Test func anAcceptedEmailArrivesCompleteInShortASCIILines() async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    try await transport(server).send(email())
                    let emails = try server.emails
                    let taken = try #require(emails.first)
                    #expect(emails.count == 1)
                    #expect(taken.sender == "no-reply@lock.example" && taken.recipients == ["ann@example.com"])
                    #expect(taken.header("Message-ID") == "<0123456789abcdef@lock.example>")
                    #expect(taken.header("From") == "Latchkey <no-reply@lock.example>")
                    #expect(taken.message == Data(MIMEMessage(email: try email(), encoding: .base64).text.utf8))
                    #expect(taken.message.allSatisfy { $0 < 0x80 })
                    #expect(taken.text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
                }
            }
        }

        @Test(
            arguments: [
                ("unknown", .rejected(code: 550, address: true)), ("moved", .rejected(code: 551, address: true)),
                ("misnamed", .rejected(code: 553, address: true)),
                ("spam", .rejected(code: 554, address: false)), ("later", .deferred(code: 451)),
                ("closing", .deferred(code: 421)), ("full", .deferred(code: 452)),
            ] as [(String, EmailTransportError)])
        func theReplyDeterminesRetryAndDeliveryStatus(name: String, expected: EmailTransportError) async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    let transport = try transport(server)
                    let email = try email(to: name + "@example.com")
                    #expect(
                        await error { () async throws(EmailTransportError) in try await transport.send(email) }
                            == expected)
                    #expect(try server.emails.isEmpty)
                }
            }
        }

        @Test(arguments: [("helo", "504 5.5.2"), ("client", "554 5.7.1"), ("policy", "550 5.7.1")])
        func aRejectedClientIsLoggedWithItsSetting(name: String, reply: String) async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    let transport = try transport(server)
                    let email = try email(to: name + "@example.com")
                    let error = await error { () async throws(EmailTransportError) in try await transport.send(email) }
                    guard case .misconfigured(let reason)? = error else {
                        Issue.record("\(String(describing: error))")
                        return
                    }
                    #expect(reason.contains("(\(reply))") && reason.contains("?ehlo=NAME in LATCHKEY_MAIL_URL"))
                }
            }
        }

        @Test func smtpGreetingContainsTheHostOfThePublicURL() async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    try await transport(server, at: PublicURL("https://bücher.example")).send(email())
                    try await transport(server).send(email())
                    #expect(
                        server.events.filter { $0.hasPrefix("EHLO") }
                            == ["EHLO plain xn--bcher-kva.example", "EHLO plain [127.0.0.1]"])
                }
            }
        }

        @Test func aRejectedSenderIsReportedAsMisconfiguration() async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    let transport = try transport(server)
                    let email = try email(from: "blocked@lock.example")
                    let error = await error { () async throws(EmailTransportError) in try await transport.send(email) }
                    #expect(
                        error
                            == .misconfigured(
                                reason: "the server rejects the sender (550 5.7.1); set LATCHKEY_MAIL_FROM"))
                }
            }
        }

        @Test(arguments: ["gone", "cut", "silent"])
        func aLostOrSilentServerIsRetried(name: String) async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    let (long, email) = (Duration.seconds(100), try email(to: name + "@example.com"))
                    var reply = name == "silent" ? Duration.seconds(1) : long
                    var reason = ""
                    // On a busy machine an earlier reply may be late too. Retries with twice the time.
                    repeat {
                        let transport = try transport(server, timeouts: .init(connect: long, reply: reply, end: long))
                        let error = await error { () async throws(EmailTransportError) in
                            try await transport.send(email)
                        }
                        guard case .interrupted(let found)? = error else {
                            Issue.record("\(String(describing: error))")
                            return
                        }
                        (reason, reply) = (found, reply * 2)
                    } while reason.hasSuffix(" in time") && !reason.contains("RCPT") && reply < long
                    #expect((reason == "no reply to RCPT in time") == (name == "silent"))
                    #expect(try server.emails.isEmpty)
                }
            }
        }

        @Test(arguments: [("greeting", "CONNECT"), ("end", "DATA ann@example.com")])
        func eachSMTPStageHasItsOwnTimeout(stage: String, begun: String) async throws {
            let (short, long) = (Duration.seconds(3), Duration.seconds(100))
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    try server.hold(at: stage)
                    let patient = try transport(
                        server,
                        timeouts: stage == "end"
                            ? .init(connect: long, reply: short, end: long)
                            : .init(connect: short, reply: long, end: long))
                    let impatient = try transport(
                        server, timeouts: .init(connect: long, reply: short, end: short))
                    let email = try email()
                    let sending = Task { try await patient.send(email) }
                    try await waitUntil("the wait") { server.events.contains(begun) }
                    // The second transport starts later, and fails long before the first would.
                    let error = await error { () async throws(EmailTransportError) in try await impatient.send(email) }
                    #expect("\(String(describing: error))".contains("in time"))
                    try server.goOn(at: stage)
                    try await value(of: sending, "the email")
                    #expect(try server.emails.count == (stage == "end" ? 2 : 1))
                }
            }
        }

        @Test func anUnreachableServerIsRetried() async throws {
            try await ScratchFolder.with { scratch in
                let port = try await MailServerUnderTest.run(in: scratch) { $0.port }
                let server = try #require(SMTPServer(url: "smtp://localhost:\(port)?tls=none"))
                let email = try email()
                let error = await error { () async throws(EmailTransportError) in
                    try await SMTPEmailTransport(server: server).send(email)
                }
                guard case .unreachable? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func anAcceptedEmailCountsAsSentWithoutAQUITReply() async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    try Data().write(to: server.folder.appending(path: "hold-quit"))
                    try await transport(server).send(email())
                    #expect(try server.emails.count == 1)
                    try await waitUntil("QUIT") { server.events.contains("QUIT") }
                }
            }
        }

        @Test func aCancelledTaskDoesNotWaitForASilentServer() async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    let long = Duration.seconds(100)
                    let transport = try transport(server, timeouts: .init(connect: long, reply: long, end: long))
                    let email = try email(to: "silent@example.com")
                    let sending = Task { try await transport.send(email) }
                    try await waitUntil("RCPT") { server.events.contains("RCPT silent@example.com") }
                    sending.cancel()
                    // The cancellation ends the wait, not the timeout.
                    await #expect(
                        throws: EmailTransportError.interrupted(
                            reason: "Operation was aborted by an application callback")
                    ) {
                        try await value(of: sending, "end of a cancelled email")
                    }
                }
            }
        }

        @Test(
            "ASVS-1.3.3 ASVS-1.3.11 an address cannot inject a command",
            arguments: ["a@b>\r\nRCPT TO:<eve@example.com", "a@b\nDATA", "a b@example.com", "<a@b>", "a@b\u{0}", ""])
        func anAddressCannotInjectACommand(recipient: String) async throws {
            try await ScratchFolder.with { scratch in
                try await MailServerUnderTest.run(in: scratch) { server in
                    let transport = try transport(server)
                    let email = try email(to: recipient)
                    let error = await error { () async throws(EmailTransportError) in try await transport.send(email) }
                    #expect(error == .rejected(code: 0, address: true))
                    #expect(server.events.isEmpty)
                }
            }
        }
    }
}
