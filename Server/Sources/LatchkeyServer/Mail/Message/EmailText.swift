import Foundation

/// The texts of an email.
struct EmailText: Sendable {
    let subject: String
    let paragraphs: [String]
    /// The label of the link, which names its effect.
    let linkLabel: String
    let closing: String

    init(_ email: Texts.Email) {
        subject = email.subject
        paragraphs = email.paragraphs
        linkLabel = email.linkLabel
        closing = email.closing
    }

    /// - Parameters:
    ///   - timeZone: The zone of the account; nil for UTC.
    ///   - site: The origin of the server, which the invitation names.
    init(_ notice: Notice, _ texts: Texts, timeZone: String?, site: String) {
        let emails = texts.emails
        let words = emails.events[notice.kind.rawValue]
        subject = words?.subject ?? ""
        paragraphs = [
            words?.sentence.filled(["site": site]) ?? "",
            Self.circumstances(of: notice, emails.notice, texts.language, timeZone),
        ]
        linkLabel = emails.notice.linkLabel
        closing =
            if notice.kind == .accountDeleted {
                emails.notice.closingAboutDeletion
            } else {
                notice.kind.requiresReset ? emails.notice.closingAboutPasscode : emails.notice.closing
            }
    }

    private static func circumstances(
        of notice: Notice, _ words: Texts.Notice, _ language: Texts.Language, _ timeZone: String?
    ) -> String {
        let first = language.time(notice.firstAt.date, in: timeZone)
        let repeated =
            notice.count > 1
            ? language.fill(
                language.form(of: words.repeated, for: notice.count), ["count": "\(notice.count)", "time": first])
            : nil
        let time = language.fill(words.time, ["time": language.time(notice.latestAt.date, in: timeZone)])
        let device = notice.deviceName.map { language.fill(words.device, ["device": $0]) }
        let address = notice.ip.map { language.fill(words.address, ["address": $0]) }
        return [repeated, time, device, address].compactMap { $0 }.joined(separator: " ")
    }
}
