import Foundation

@testable import LatchkeyServer

extension OutgoingEmail {
    /// The code in its text; nil without one.
    var code: String? { content.text.emailedCode }
    /// The token in the fragment of its link.
    var token: String? { content.text.emailedLink?.components(separatedBy: "#token=").last }
}
