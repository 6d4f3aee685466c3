import Foundation

/// The URL of a provider or of one of its documents.
struct ProviderURL: Equatable, Sendable {
    private static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "::1", "[::1]"]

    let text: String
    let hasQuery: Bool

    /// Returns nil unless the text is an https URL with a host, without credentials and fragment.
    ///
    /// - Parameter allowsLoopbackHTTP: Whether http is allowed if the host is this machine.
    init?(_ text: String, allowsLoopbackHTTP: Bool) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
            let parts = URLComponents(string: text), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return nil }
        switch parts.scheme {
        case "https": break
        case "http" where allowsLoopbackHTTP && Self.loopbackHosts.contains(host): break
        default: return nil
        }
        self.text = text
        hasQuery = parts.query != nil
    }
}
