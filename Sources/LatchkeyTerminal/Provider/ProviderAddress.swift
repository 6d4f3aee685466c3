internal import Foundation
internal import LatchkeyAPI

/// An address of the provider's that a browser or a request may be sent to.
struct ProviderAddress: Equatable, Sendable {
    /// As the provider wrote it.
    let text: String
    let url: URL

    /// Returns nil unless the text is https with a host, or http on this machine, without a user and a fragment: what
    /// is sent there are a code and a token.
    init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: text), var parts = URLComponents(string: text), parts.fragment == nil
        else { return nil }
        (parts.percentEncodedPath, parts.query) = ("", nil)
        guard let origin = parts.string, ServerURL(origin) != nil else { return nil }
        (self.text, self.url) = (text, url)
    }

    /// The address with more in its query.
    func adding(_ fields: [(String, String)]) -> String {
        text + (text.contains("?") ? "&" : "?") + FormFields.encode(fields)
    }
}
