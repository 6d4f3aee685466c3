import Foundation

/// The files that come with the program.
enum Resources {
    static let folder = Bundle.module.resourceURL ?? Bundle.module.bundleURL

    /// Returns the files of a folder.
    static func files(in name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: name, directoryHint: .isDirectory), includingPropertiesForKeys: nil)
    }
}
