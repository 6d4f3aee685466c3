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

    init() throws {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Assets", directoryHint: .isDirectory) else {
            throw FolderMissing()
        }
        var assets: [String: Asset] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard let type = Self.contentTypes[file.pathExtension] else { continue }
            assets[file.lastPathComponent] = Asset(bytes: [UInt8](try Data(contentsOf: file)), contentType: type)
        }
        self.assets = assets
    }

    /// The names that are known.
    var names: Set<String> { Set(assets.keys) }

    /// Returns the file, or nil when there is none of that name.
    func asset(named name: String) -> Asset? { assets[name] }

    private static let contentTypes = [
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]
}
