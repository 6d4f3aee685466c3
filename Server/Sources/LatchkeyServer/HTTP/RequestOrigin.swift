import HTTPTypes

/// The detection of requests from this server's own pages. Browsers send one of two headers with every unsafe request
/// (https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html).
struct RequestOrigin: Sendable {
    let publicAddress: PublicAddress

    func isSame(_ fields: HTTPFields) -> Bool {
        if let site = fields[.secFetchSite] { return site == "same-origin" }
        return publicAddress.url.map { fields[.origin] == $0.origin } ?? false
    }

    /// Whether the navigation was started by a page of this server or with the browser's controls.
    static func isOwnNavigation(_ fields: HTTPFields) -> Bool {
        fields[.secFetchSite].map { ["same-origin", "none"].contains($0) } ?? true
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site").unsafelyUnwrapped  // A constant of legal characters.
}
