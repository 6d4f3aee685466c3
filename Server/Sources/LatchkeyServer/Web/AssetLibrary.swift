import Foundation

/// The files under `/assets/`, read at the start. Only the names found then are known, so no path leads to another
/// file.
struct AssetLibrary: Sendable {
    /// A file that pages load.
    struct Asset: Sendable {
        var bytes: [UInt8]
        var contentType: String
    }

    private let assets: [String: Asset]

    /// Reads the files. Each script also has a name for each language, such as `fr/lock.js`, with the texts of the
    /// language beside it as `fr/texts.js`.
    init(languages: Languages) throws {
        var assets: [String: Asset] = [:]
        for file in try Resources.files(in: "Assets") {
            guard let type = Self.contentTypes[file.pathExtension] else { continue }
            assets[file.lastPathComponent] = Asset(bytes: [UInt8](try Data(contentsOf: file)), contentType: type)
        }
        assets["texts.js"] = Self.texts(of: languages[Languages.standard])
        for tag in languages.tags {
            for (name, asset) in assets where name.hasSuffix(".js") && !name.contains("/") {
                assets["\(tag)/\(name)"] = asset
            }
            assets["\(tag)/texts.js"] = Self.texts(of: languages[tag])
        }
        self.assets = assets
    }

    var names: Set<String> { Set(assets.keys) }

    /// Returns the file of this name; nil without one.
    func asset(named name: String) -> Asset? { assets[name] }

    private static func texts(of texts: Texts) -> Asset {
        let locale = texts.language.locale
        let module = "export const locale = '\(locale)';\nexport const texts = "
        return Asset(
            bytes: Array(module.utf8) + Array(texts.scripts) + Array(";\n".utf8),
            contentType: "text/javascript; charset=utf-8")
    }

    private static let contentTypes = [
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]
}
