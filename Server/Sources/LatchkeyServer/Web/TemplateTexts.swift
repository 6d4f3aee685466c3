/// Puts the texts of a language into a template: `[[signIn.lead]]` stands for one, and
/// `[[security.signedInAs|address=<b>{{user.email}}</b>]]` for one with markup in its places.
struct TemplateTexts {
    /// A template names a text that the language lacks, or the two do not agree on the places in it.
    struct Missing: Error, Equatable {
        let key: String
    }

    let tag: String
    let texts: Texts

    func fill(_ template: String) throws -> String {
        var result = ""
        var rest = template[...]
        while let match = rest.firstMatch(of: /\[\[([A-Za-z]+(?:\.[A-Za-z]+)?)((?:\|[^\]|]*)*)\]\]/) {
            result += rest[..<match.range.lowerBound]
            result += try text(match.1, match.2)
            rest = rest[match.range.upperBound...]
        }
        return result + rest
    }

    private func text(_ key: Substring, _ arguments: Substring) throws -> String {
        if key == "language" { return tag }
        guard let text = texts.page(key) else { throw Missing(key: String(key)) }
        let values = arguments.split(separator: "|").map { argument in
            argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        }
        let places = Set(text.matches(of: #/\{(/?[a-z]+)\}/#).map { String($0.1) })
        guard values.allSatisfy({ $0.count == 2 }), places == Set(values.map { $0[0] }) else {
            throw Missing(key: String(key))
        }
        return values.reduce(Self.escaped(text)) { $0.replacing("{\($1[0])}", with: $1[1]) }
    }

    /// A text is never markup, and never a tag of the template's own.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
