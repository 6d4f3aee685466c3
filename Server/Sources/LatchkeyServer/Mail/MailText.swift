import Foundation
import LatchkeyAPI

/// The words of a mail.
struct MailText: Sendable {
    let subject: String
    let paragraphs: [String]
    /// What the link does.
    let linkLabel: String
    let closing: String

    init(_ mail: Texts.Mail) {
        subject = mail.subject
        paragraphs = mail.paragraphs
        linkLabel = mail.linkLabel
        closing = mail.closing
    }

    init(noticeOf event: ActivityEvent, _ mails: Texts.Mails) {
        let words = mails.events[event.kind.rawValue] ?? mails.events["other"]
        subject = words?.subject ?? ""
        paragraphs = [words?.sentence ?? "", Self.circumstances(of: event, mails.notice)]
        linkLabel = mails.notice.linkLabel
        closing = event.kind.isAboutPasscode ? mails.notice.closingAboutPasscode : mails.notice.closing
    }

    private static func circumstances(of event: ActivityEvent, _ notice: Texts.Notice) -> String {
        let time = notice.time.filled(["time": event.at.date.formatted(.iso8601)])
        let device = event.deviceName.map { notice.device.filled(["device": $0]) }
        let address = event.ip.map { notice.address.filled(["address": $0]) }
        return [time, device, address].compactMap { $0 }.joined(separator: " ")
    }
}
