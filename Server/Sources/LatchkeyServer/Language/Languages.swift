import Foundation

/// The languages that there is a file of texts for.
struct Languages: Sendable {
    /// Where nobody asks for one that there is.
    static let standard = "en"

    /// The file of the standard language is not beside the program.
    struct Missing: Error {}

    /// In the order of the tags.
    let tags: [String]
    private let texts: [String: Texts]
    private let standardTexts: Texts

    /// Reads the files beside the program.
    init() throws {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Texts", directoryHint: .isDirectory) else {
            throw Missing()
        }
        try self.init(folder: folder)
    }

    init(folder: URL) throws {
        var texts: [String: Texts] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "json" {
            texts[file.deletingPathExtension().lastPathComponent] = try Texts(json: Data(contentsOf: file))
        }
        guard let standardTexts = texts[Self.standard] else { throw Missing() }
        self.texts = texts
        self.standardTexts = standardTexts
        tags = texts.keys.sorted()
    }

    /// Those of the standard language when there is no such one.
    subscript(tag: String) -> Texts { texts[tag] ?? standardTexts }

    /// The language that a client likes best of those that there are, by an `Accept-Language` header (RFC 9110, 12.5.4).
    /// Lookup as in RFC 4647, 3.4: `fr-CH` is content with `fr`.
    func preferred(_ header: String?) -> String {
        let ranges = (header ?? "").split(separator: ",").prefix(50).compactMap(Self.range)
        // Of equals the first counts; sorting alone would not keep them in order.
        let liked = ranges.enumerated().filter { $1.quality > 0 }
            .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
        for (_, range) in liked {
            if range.tag == "*" { return Self.standard }
            let primary = String(range.tag.prefix { $0 != "-" })
            if let tag = [range.tag, primary].first(where: { texts[$0] != nil }) { return tag }
        }
        return Self.standard
    }

    private static func range(_ text: Substring) -> (tag: String, quality: Double)? {
        let parts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let tag = parts.first?.lowercased(), !tag.isEmpty else { return nil }
        guard parts.count > 1 else { return (tag, 1) }
        guard parts[1].lowercased().hasPrefix("q="), let quality = Double(parts[1].dropFirst(2)),
            (0...1).contains(quality)
        else { return nil }
        return (tag, quality)
    }
}
