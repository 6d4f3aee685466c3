import CCurl
import Testing

@testable import LatchkeyServer

@Suite struct SMTPOutcomeTests {
    private func error(_ line: String, _ stage: SMTPDelivery.Stage = .recipient) -> EmailTransportError {
        let reply = SMTPReply(code: Int(line.prefix(3)) ?? 0, line: line)
        return SMTPOutcome(code: CURLE_REMOTE_ACCESS_DENIED, reply: reply, stage: stage).error
    }

    @Test(
        arguments: [
            ("550 5.1.1 No such user", true), ("554 5.1.1 No such user", true), ("556 5.1.10 Null MX", true),
            ("550 No such user", true), ("553 Bad name", true), ("550 5.2.1 Disabled", true),
            ("552 5.2.2 Full", false), ("552 Full", false), ("550 5.4.1 Access denied", false), ("550 5.0.0 No", true),
        ])
    func rejectedRecipientsAreNotRetried(line: String, address: Bool) {
        let code = Int(line.prefix(3)) ?? 0
        #expect(error(line) == .rejected(code: code, address: address))
    }

    @Test(
        arguments: [
            "504 5.5.2 <vm>: Helo command rejected", "554 5.7.1 Client host rejected", "550 5.7.1 Relaying denied",
            "550 5.7.25 No reverse DNS", "554 No", "504 No", "503 Bad sequence",
            "550 5.3.0 No", "550 5.5.0 Bad HELO",
        ])
    func rejectedClientIsNotARejectedRecipient(line: String) {
        #expect(error(line).needsOperator && "\(error(line))".contains("?ehlo=NAME in LATCHKEY_MAIL_URL"))
    }

    @Test(arguments: ["550 5.1.8 Sender address rejected: Domain not found", "553 5.1.7 Bad sender"])
    func aRejectedSenderAtTheRecipientNamesItsSetting(line: String) {
        #expect("\(error(line))".hasSuffix("set LATCHKEY_MAIL_FROM"))
    }

    @Test func rejectionsBeforeTheBodyNameTheEHLOSetting() {
        for stage in [SMTPDelivery.Stage.greeting, .sender, .recipient] {
            #expect("\(error("504 5.5.2 HELO", stage))".contains("?ehlo=NAME"))
        }
        #expect(error("554 5.7.1 Spam", .body) == .rejected(code: 554, address: false))
        #expect("\(error("550 5.7.1 Not from there", .sender))".hasSuffix("set LATCHKEY_MAIL_FROM"))
    }

    @Test(
        arguments: [
            ("550 5.1.1 x", 550, "550 5.1.1"), ("550-5.7.26 x", 550, "550 5.7.26"), ("550 5.1.1\r\n", 550, "550 5.1.1"),
            ("550 x", 550, "550"), ("221 2.0.0 Bye", 550, "550"), ("550 5.1.1.1 x", 550, "550"), ("", 0, "0"),
            ("550 5.1.1x", 550, "550"),
        ])
    func aReplyIncludesItsEnhancedStatusCodeIfValid(line: String, code: Int, description: String) {
        #expect(SMTPReply(code: code, line: line).description == description)
    }
}
