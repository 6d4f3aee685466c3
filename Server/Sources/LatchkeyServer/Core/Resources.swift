import Foundation

/// The files of the program, wherever it is installed.
enum Resources {
    static let folder = folder(of: Bundle.main.executableURL) { Bundle.module.resourceURL ?? Bundle.module.bundleURL }

    /// SwiftPM's bundle next to the program.
    static let bundleName = "latchkey-server_LatchkeyServer.resources"

    /// The name of the server, which never uses the bundle.
    private static let programName = "latchkey-server"

    /// Returns the directory of a program's files: SwiftPM's bundle next to it, or `PREFIX/share/latchkey` for a
    /// program in `PREFIX/bin`. For the server it may not exist; errors then name its path.
    ///
    /// - Parameter bundle: The directory for other programs. `Bundle.module` traps if it is missing.
    static func folder(of program: URL?, otherwise bundle: () -> URL) -> URL {
        guard let directory = program?.resolvingSymlinksInPath().deletingLastPathComponent() else { return bundle() }
        let adjacent = directory.appending(path: bundleName, directoryHint: .isDirectory)
        if FileManager.default.fileExists(atPath: adjacent.path) { return adjacent }
        guard directory.lastPathComponent == "bin" else {
            return program?.lastPathComponent == programName ? adjacent : bundle()
        }
        return directory.deletingLastPathComponent().appending(path: "share/latchkey", directoryHint: .isDirectory)
    }

    /// Returns the files of a directory.
    static func files(in name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: name, directoryHint: .isDirectory), includingPropertiesForKeys: nil)
    }
}
