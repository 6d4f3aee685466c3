/// The choice of a language for a user's list of preferences.
public enum LanguageRange {
    /// Returns the available language for the first range that has one; nil without any.
    ///
    /// A range finds the language of its own name, then that of its beginning, as in the lookup of RFC 4647, 3.4:
    /// `fr-CA` finds `fr`. Then it finds one of another region: `pt-PT` finds `pt-BR`.
    ///
    /// - Parameters:
    ///   - ranges: Language tags in order of preference: `pt-PT`, `fr_FR.UTF-8`, `en`.
    ///   - available: The available languages' tags.
    public static func best(of ranges: some Sequence<String>, among available: [String]) -> String? {
        ranges.lazy.compactMap { best(for: subtags(of: $0), among: available) }.first
    }

    private static func best(for range: [String], among available: [String]) -> String? {
        guard let language = range.first else { return nil }
        for length in range.indices.reversed() {
            if let found = available.first(where: { subtags(of: $0) == Array(range[...length]) }) { return found }
        }
        return available.first { subtags(of: $0).first == language }
    }

    /// Returns the parts of a tag, without the encoding and modifier of POSIX: `fr_FR.UTF-8`, `fr@euro`.
    private static func subtags(of tag: String) -> [String] {
        tag.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
}
