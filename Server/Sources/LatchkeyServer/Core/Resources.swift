import Foundation

/// The files that come with the program, wherever it was installed. Nothing else looks for them.
enum Resources {
    static let folder = folder(of: Bundle.main.executableURL) { Bundle.module.resourceURL ?? Bundle.module.bundleURL }

    /// What SwiftPM puts beside a program.
    static let bundleName = "latchkey-server_LatchkeyServer.resources"

    /// The server itself. It never asks for the bundle.
    private static let programName = "latchkey-server"

    /// Returns the folder of a program's files: the one that SwiftPM made, if it is beside the program, or
    /// `PREFIX/share/latchkey` of a program in `PREFIX/bin`. For the server it is one of the two, there or not: what is
    /// missing is then named by the path at which it belongs.
    ///
    /// - Parameter bundle: The folder otherwise. `Bundle.module` ends the process where it finds none.
    static func folder(of program: URL?, otherwise bundle: () -> URL) -> URL {
        guard let directory = program?.resolvingSymlinksInPath().deletingLastPathComponent() else { return bundle() }
        let beside = directory.appending(path: bundleName, directoryHint: .isDirectory)
        if FileManager.default.fileExists(atPath: beside.path) { return beside }
        guard directory.lastPathComponent == "bin" else {
            return program?.lastPathComponent == programName ? beside : bundle()
        }
        return directory.deletingLastPathComponent().appending(path: "share/latchkey", directoryHint: .isDirectory)
    }

    /// Returns the files of a folder.
    static func files(in name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: name, directoryHint: .isDirectory), includingPropertiesForKeys: nil)
    }
}
