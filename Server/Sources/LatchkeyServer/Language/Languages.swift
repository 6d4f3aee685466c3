import Foundation

/// The languages that have a file of texts.
struct Languages: Sendable {
    /// The language for clients that prefer no available one.
    static let standard = "en"

    /// The file of the standard language is missing beside the program.
    struct Missing: Error {}

    /// The tags of the languages, sorted.
    let tags: [String]
    private let texts: [String: Texts]
    private let standardTexts: Texts

    /// Reads the files beside the program.
    init() throws {
        try self.init(folder: Resources.folder.appending(path: "Texts", directoryHint: .isDirectory))
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

    /// The texts of a language; those of the standard language for an unknown tag.
    subscript(tag: String) -> Texts { texts[tag] ?? standardTexts }

    /// Returns the available language that a client prefers by its `Accept-Language` header (RFC 9110, 12.5.4), looked
    /// up as in RFC 4647, 3.4: `fr` serves `fr-CH`.
    func preferred(_ header: String?) -> String {
        let ranges = (header ?? "").split(separator: ",").prefix(50).compactMap(Self.range)
        // Of ranges with one quality the first wins; sorting by the quality alone is not stable.
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
