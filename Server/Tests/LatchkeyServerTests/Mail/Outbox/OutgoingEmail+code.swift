import Foundation

@testable import LatchkeyServer

extension OutgoingEmail {
    /// The code in its text; nil without one.
    var code: String? { value("Code: ") }
    /// The token in the fragment of its link.
    var token: String? { value("Link: ")?.components(separatedBy: "#token=").last }

    private func value(_ prefix: String) -> String? {
        content.text.components(separatedBy: "\n").first { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }
}
