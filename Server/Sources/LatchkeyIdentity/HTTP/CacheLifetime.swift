/// How long a document of the provider's is kept: as `Cache-Control` says (RFC 9111, 5.2.2), at most an hour, and at
/// least a minute. Without the minute, a provider that forbids keeping would be asked at every sign-in, whoever tries.
enum CacheLifetime {
    static let longest: Duration = .seconds(3600)
    static let shortest: Duration = .seconds(60)

    /// - Parameters:
    ///   - cacheControl: The header's values.
    ///   - age: The header `Age`: how long others have kept the document.
    static func of(cacheControl: [String], age: String?) -> Duration {
        let directives = cacheControl.flatMap { $0.lowercased().split(separator: ",") }
            .map { String($0).filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
        if directives.contains("no-store") || directives.contains("no-cache") { return shortest }
        guard let maxAge = directives.first(where: { $0.hasPrefix("max-age=") }) else { return longest }
        // What is no number is stale (RFC 9111, 4.2.1).
        guard let seconds = Int32(maxAge.dropFirst("max-age=".count)) else { return shortest }
        let age = age.flatMap { Int32($0) } ?? 0
        return min(max(.seconds(seconds) - .seconds(age), shortest), longest)
    }
}
