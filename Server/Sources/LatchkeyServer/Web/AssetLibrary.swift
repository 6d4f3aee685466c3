import Foundation

/// The files under `/assets/`, read once. Only names that were found at start are known, so no path leads elsewhere.
struct AssetLibrary: Sendable {
    /// A file that a page asks for.
    struct Asset: Sendable {
        var bytes: [UInt8]
        var contentType: String
    }

    /// There is no folder with assets beside the program.
    struct FolderMissing: Error, Sendable {}

    private let assets: [String: Asset]

    /// Scripts are there once for each language, as `fr/lock.js`, with the language's texts beside them as `fr/texts.js`.
    init(languages: Languages) throws {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Assets", directoryHint: .isDirectory) else {
            throw FolderMissing()
        }
        var assets: [String: Asset] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
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

    /// The names that are known.
    var names: Set<String> { Set(assets.keys) }

    /// Returns the file, or nil when there is none of that name.
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
