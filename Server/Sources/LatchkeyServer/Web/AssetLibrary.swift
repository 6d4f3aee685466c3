import Crypto
import Foundation

/// The files under `/assets/`, read at the start. Only known names are served, so that no path leads to another file.
struct AssetLibrary: Sendable {
    /// A file that pages load.
    struct Asset: Sendable {
        var bytes: [UInt8]
        var contentType: String

        /// Replaces a placeholder with a value.
        fileprivate mutating func fill(_ name: String, with json: Data) {
            bytes = Array(
                String(decoding: bytes, as: UTF8.self)
                    .replacing(name, with: String(decoding: json, as: UTF8.self)).utf8)
        }
    }

    /// The scripts of pages that others serve: applications behind the gate, and the proxies in `deploy`.
    static let embeddedScripts = ["guard", "unsent"]

    /// A digest of all assets, which is a part of their paths, so that a page never loads scripts of another version.
    let version: String
    private let assets: [String: Asset]

    /// Reads the files. Each script also has a path for each language, such as `fr/lock.js`, next to the texts in
    /// `fr/texts.js`.
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
            let texts = languages[tag]
            for script in Self.embeddedScripts {
                let (path, mark) = ("\(tag)/\(script).js", script.uppercased())
                assets[path]?.fill("\(mark)_TEXTS", with: try texts.scripts(under: script))
                assets[path]?.fill("\(mark)_LANGUAGE", with: Data(tag.utf8))
                assets[path]?.fill("\(mark)_DIRECTION", with: Data(texts.language.direction.utf8))
            }
        }
        // Their paths are only per language.
        for script in Self.embeddedScripts { assets["\(script).js"] = nil }
        self.assets = assets
        version = Self.digest(of: assets)
    }

    private static func digest(of assets: [String: Asset]) -> String {
        var hash = SHA256()
        for (name, asset) in assets.sorted(by: { $0.key < $1.key }) {
            for part in [Array(name.utf8), asset.bytes] {
                withUnsafeBytes(of: UInt64(part.count).bigEndian) { hash.update(bufferPointer: $0) }
                hash.update(data: part)
            }
        }
        return HexText.encode(Array(hash.finalize().prefix(8)))
    }

    var names: Set<String> { Set(assets.keys) }

    /// Returns the file of this name, or nil.
    func asset(named name: String) -> Asset? { assets[name] }

    /// Returns the file at a path below `/assets/`, which starts with the version.
    func asset(at path: String) -> Asset? {
        let prefix = version + "/"
        return path.hasPrefix(prefix) ? assets[String(path.dropFirst(prefix.count))] : nil
    }

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
