import Foundation

/// A template with texts filled in: `[[signIn.lead]]` is replaced by a text, and
/// `[[security.signedInAs|address=<b>{{user.email}}</b>]]` by a text with markup in its placeholders.
struct TemplateTexts {
    /// An error for a missing text, or for placeholders that differ.
    struct Missing: Error, Equatable {
        let key: String
    }

    let tag: String
    let texts: Texts
    /// The version of the assets: `[[version]]`.
    let version: String

    func fill(_ template: String) throws -> String {
        // A regular expression would take a quarter of a second at each start.
        var pieces = template.components(separatedBy: "[[")
        let result = pieces.removeFirst()
        return try pieces.reduce(into: result) { result, piece in
            guard let end = piece.range(of: "]]") else { throw Missing(key: piece) }
            result += try text(piece[..<end.lowerBound]) + piece[end.upperBound...]
        }
    }

    private func text(_ tag: Substring) throws -> String {
        let parts = tag.split(separator: "|")
        let key = parts.first ?? ""
        if key == "language" { return self.tag }
        if key == "direction" { return texts.language.direction }
        if key == "version" { return version }
        guard let text = texts.page(key) else { throw Missing(key: String(key)) }
        let values = parts.dropFirst().map { argument in
            argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        }
        guard values.allSatisfy({ $0.count == 2 }), Self.places(in: text) == Set(values.map { $0[0] }) else {
            throw Missing(key: String(key))
        }
        return values.reduce(Self.escaped(text)) { $0.replacing("{\($1[0])}", with: isolated($1[1])) }
    }

    /// In text from right to left, isolates a value that has no element of its own, as ``Texts/Language/fill(_:_:)``.
    private func isolated(_ value: String) -> String {
        texts.language.direction == "rtl" && value.hasPrefix("{{") ? "<bdi>\(value)</bdi>" : value
    }

    /// Returns the names in braces.
    private static func places(in text: String) -> Set<String> {
        Set(text.components(separatedBy: "{").dropFirst().map { String($0.prefix { $0 != "}" }) })
    }

    /// Escapes a text, which is never markup.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
