/// The lifetime of the provider's cached documents, from `Cache-Control` (RFC 9111, 5.2.2): one minute to one hour.
/// Without the minimum, a provider that forbids caching would get a request for every sign-in.
enum CacheLifetime {
    static let longest: Duration = .seconds(3600)
    static let shortest: Duration = .seconds(60)

    /// Returns the lifetime of a document with these headers.
    ///
    /// - Parameters:
    ///   - cacheControl: The values of the header.
    ///   - age: The header `Age`: how long other caches have stored the document.
    static func of(cacheControl: [String], age: String?) -> Duration {
        let directives = cacheControl.flatMap { $0.lowercased().split(separator: ",") }
            .map { String($0).filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
        if directives.contains("no-store") || directives.contains("no-cache") { return shortest }
        guard let maxAge = directives.first(where: { $0.hasPrefix("max-age=") }) else { return longest }
        // An invalid value means stale (RFC 9111, 4.2.1).
        guard let seconds = Int32(maxAge.dropFirst("max-age=".count)) else { return shortest }
        let age = age.flatMap { Int32($0) } ?? 0
        return min(max(.seconds(seconds) - .seconds(age), shortest), longest)
    }
}
