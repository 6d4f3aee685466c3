internal import Foundation
internal import LatchkeyAPI

/// A provider's address for browsers and requests.
struct ProviderAddress: Equatable, Sendable {
    /// The text from the provider.
    let text: String
    let url: URL

    /// Returns nil unless the text is an https URL with a host, or http on this machine, without user and fragment:
    /// codes and tokens are sent there.
    init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: text), var parts = URLComponents(string: text), parts.fragment == nil
        else { return nil }
        (parts.percentEncodedPath, parts.query) = ("", nil)
        guard let origin = parts.string, ServerURL(origin) != nil else { return nil }
        (self.text, self.url) = (text, url)
    }

    /// Returns the address with additional query parameters.
    func adding(_ fields: [(String, String)]) -> String {
        text + (text.contains("?") ? "&" : "?") + FormFields.encode(fields)
    }
}
