import Foundation
import LatchkeyCore

/// The available languages.
struct Languages: Sendable {
    /// The default language.
    static let standard = "en"

    /// An error for a missing file of the default language, or for files with different keys.
    struct Missing: Error {}

    /// The language tags, sorted.
    let tags: [String]
    private let texts: [String: Texts]
    private let standardTexts: Texts

    /// Reads the files of the program.
    init() throws {
        try self.init(folder: Resources.folder.appending(path: "Texts", directoryHint: .isDirectory))
    }

    init(folder: URL) throws {
        var texts: [String: Texts] = [:]
        var keys: Set<Set<String>> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "json" {
            let found = try Texts.read(Data(contentsOf: file))
            texts[file.deletingPathExtension().lastPathComponent] = found.texts
            keys.insert(found.keys)
        }
        guard let standardTexts = texts[Self.standard], keys.count == 1 else { throw Missing() }
        self.texts = texts
        self.standardTexts = standardTexts
        tags = texts.keys.sorted()
    }

    /// The texts of a language; those of the default language for an unknown tag.
    subscript(tag: String) -> Texts { texts[tag] ?? standardTexts }

    /// Returns the language if it is available. Accounts may have one of a newer server.
    func available(_ tag: String?) -> String? { tag.flatMap { texts[$0] == nil ? nil : $0 } }

    /// Returns the available language that `Accept-Language` prefers (RFC 9110, 12.5.4), found as by
    /// ``LanguageRange``: `fr` for `fr-CH`, `pt-BR` for `pt-PT`.
    ///
    /// A quality of zero rejects a language, unless a more specific range accepts it. `*` finds the default language,
    /// or else the first one, of those that no other range matches (RFC 4647, 3.3.1). If no language is acceptable, the
    /// header is ignored, as RFC 9110 permits.
    func preferred(_ header: String?) -> String { find(header)?.tag ?? Self.standard }

    /// Returns the preferred language if the header names it; nil for `*`, and if no range matches.
    func named(_ header: String?) -> String? { find(header).flatMap { $0.isNamed ? $0.tag : nil } }

    private func find(_ header: String?) -> (tag: String, isNamed: Bool)? {
        let ranges = (header ?? "").split(separator: ",").prefix(50).compactMap(Self.range)
        let acceptable = tags.filter { Self.quality(of: $0, in: ranges) != 0 }
        // The first of equal quality wins; sorting only by quality is not stable.
        let liked = ranges.enumerated().filter { $1.quality > 0 }
            .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
        for (_, range) in liked {
            if range.tag == "*" {
                let others = tags.filter { Self.quality(of: $0, in: ranges) == nil }
                if let tag = others.first(where: { $0 == Self.standard }) ?? others.first { return (tag, false) }
            } else if let tag = LanguageRange.best(of: [range.tag], among: acceptable) {
                return (tag, true)
            }
        }
        return nil
    }

    /// Returns the quality of the longest range that matches the language, without `*`; nil if none does.
    private static func quality(of tag: String, in ranges: [(tag: String, quality: Double)]) -> Double? {
        let tag = tag.lowercased() + "-"
        return ranges.filter { tag.hasPrefix($0.tag + "-") }.max { $0.tag.count < $1.tag.count }?.quality
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
