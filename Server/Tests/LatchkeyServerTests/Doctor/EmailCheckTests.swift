import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct EmailCheckTests {
    private static let fromAddress = FromAddress("no-reply@lock.example")

    private func check(_ url: String, _ fromAddress: FromAddress? = Self.fromAddress) throws -> EmailCheck {
        EmailCheck(
            service: try #require(EmailTransportConfiguration(url: url)), fromAddress: try #require(fromAddress),
            outbox: URL(filePath: "/outbox")
        )
    }

    @Test func fileOutboxAndDefaultSenderAreWarnings() throws {
        let outbox = try check("outbox:").finding()
        #expect(outbox.status == .warning && outbox.advice?.contains("LATCHKEY_MAIL_URL") == true)
        let withoutRecipient = try check("smtps://mail.example", .standard).finding()
        #expect(withoutRecipient.status == .warning && withoutRecipient.advice?.contains("LATCHKEY_MAIL_FROM") == true)
        let fine = try check("smtps://mail.example").finding()
        #expect(fine.status == .fine && fine.text.hasSuffix("; not tested"))
        #expect(fine.text.hasPrefix("smtps://mail.example:465 (EHLO [127.0.0.1])"))
    }

    @Test("V10 findings about email contain no password or key")
    func findingsAboutEmailContainNoPasswordOrKey() async throws {
        for url in ["smtps://ann:hunter2@mail.example", "postmark://hunter2", "brevo://hunter2"] {
            let check = try check(url)
            let transport = FailingTransport()
            var findings = [check.finding(), await sent(check, transport)]
            transport.reject("ann@example.com")
            findings.append(await sent(check, transport))
            for finding in findings { #expect(!"\(finding)".contains("hunter2"), "\(finding)") }
            #expect(findings.map(\.status) == [.fine, .fine, .failure])
        }
    }

    private static let responses: [(error: EmailTransportError, advice: String)] = [
        (.rejected(code: 550, address: true), "another address"),
        (.rejected(code: 554, address: false), "another address, or see"), (.deferred(code: 451), "again later"),
        (.misconfigured(reason: "x"), "fix LATCHKEY_MAIL_URL"), (.unreachable(reason: "x"), "the host and port"),
        (.interrupted(reason: "x"), "the mail server responds"),
    ]

    @Test(arguments: responses)
    func aRejectedEmailIsAFailureWithAdvice(error: EmailTransportError, advice: String) async throws {
        let transport = FailingTransport()
        transport.reject("ann@example.com", error)
        let finding = await sent(try check("smtps://mail.example"), transport)
        #expect(finding.status == .failure && finding.text.contains("\(error)"))
        #expect(finding.advice?.contains(advice) == true, "\(finding)")
        #expect(transport.attempts == ["ann@example.com"])
    }

    @Test func unwritableOutboxIsReportedWithItsOwnAdvice() async throws {
        let transport = FailingTransport()
        transport.reject("ann@example.com", .unreachable(reason: "x"))
        let finding = await sent(try check("outbox:"), transport)
        #expect(finding.status == .failure && finding.advice == EmailCheck.adviceOnOutbox)
    }

    private func sent(_ check: EmailCheck, _ transport: FailingTransport) async -> Finding {
        guard let ann = try? EmailAddress(member: "ann@example.com") else {
            Issue.record("no address")
            return check.finding()
        }
        return await check.sent(to: ann, by: transport, id: "m", at: ManualClock().now)
    }
}
