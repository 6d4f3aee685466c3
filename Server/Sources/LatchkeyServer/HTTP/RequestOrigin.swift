import HTTPTypes

/// Distinguishes requests of this server's own pages from those of other sites. Browsers send one of the two headers
/// with every unsafe request
/// (https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html).
struct RequestOrigin: Sendable {
    let publicAddress: PublicAddress

    func isSame(_ fields: HTTPFields) -> Bool {
        if let site = fields[.secFetchSite] { return site == "same-origin" }
        return publicAddress.url.map { fields[.origin] == $0.origin } ?? false
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site").unsafelyUnwrapped  // A constant of legal characters.
}
