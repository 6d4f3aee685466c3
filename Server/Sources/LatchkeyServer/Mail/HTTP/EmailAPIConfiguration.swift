import Foundation
import LatchkeyCore

/// An email service with an HTTP API, and its API key: `postmark://TOKEN`.
struct EmailAPIConfiguration: Equatable, Sendable, RedactedSecrets {
    let key: String
    /// The service's URL without a trailing slash. Plain HTTP only if configured.
    let endpoint: String

    /// - Parameters:
    ///   - text: The scheme, the key, and optionally `?endpoint=URL`.
    ///   - standard: The default endpoint of the service.
    init?(url text: String, standard: String) {
        guard let start = text.range(of: "://")?.upperBound else { return nil }
        let parts = text[start...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = parts[0].removingPercentEncoding, !key.isEmpty,
            // The key becomes a header value.
            key.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) && $0 != "/" && $0 != "@" })
        else { return nil }
        self.key = key
        guard parts.count == 2 else {
            endpoint = standard
            return
        }
        let option = parts[1].split(separator: "=", maxSplits: 1)
        guard option.count == 2, option[0] == "endpoint", let address = option[1].removingPercentEncoding,
            let url = URLComponents(string: address), ["http", "https"].contains(url.scheme),
            url.host?.isEmpty == false,
            url.user == nil, url.query == nil, url.fragment == nil
        else { return nil }
        endpoint = address.hasSuffix("/") ? String(address.dropLast()) : address
    }
}
