import Foundation

@testable import LatchkeyServer

/// An email of the outbox.
struct TestEmail: Sendable {
    let text: String
    let file: URL

    var recipient: String { value("To: ") ?? "" }
    var subject: String { value("Subject: ") ?? "" }
    var code: String? { text.emailedCode }
    var link: String? { text.emailedLink }
    /// The link's fragment.
    var token: String? { link?.components(separatedBy: "#token=").last }

    private func value(_ prefix: String) -> String? {
        text.components(separatedBy: "\r\n").first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}
