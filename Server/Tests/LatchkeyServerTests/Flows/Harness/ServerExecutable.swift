import Foundation

/// The built `latchkey-server`, next to the test bundle.
enum ServerExecutable {
    static func find() throws -> URL {
        let bundles = [Bundle.main] + Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
        let folders = bundles.flatMap { bundle in
            [bundle.executableURL, bundle.bundleURL].compactMap { $0?.deletingLastPathComponent() } + [bundle.bundleURL]
        }
        for folder in folders {
            let file = folder.appending(path: "latchkey-server")
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue {
                return file
            }
        }
        throw DeadlineError(description: "no latchkey-server next to the tests in \(folders.map(\.path))")
    }

    /// Returns the program's path; nil if it is not installed.
    static func installed(_ name: String) -> String? {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
