import ChildProcess
import Foundation
import LatchkeyCore

@testable import LatchkeySecureStorage

/// A file storage in a temporary directory, with helpers that change its files.
struct FileStore {
    let temporary: TemporaryDirectory
    var directory: URL { temporary.url.appendingPathComponent("secrets") }
    var keyURL: URL { directory.appendingPathComponent("key") }

    init() throws {
        temporary = try TemporaryDirectory()
    }

    func open(
        timeout: Duration = .seconds(10), onStep: @escaping @Sendable (FileWriteStep) -> Void = { _ in },
        wiping: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = wipe
    ) throws(SecureStorageError) -> FileSecureStorage {
        try FileSecureStorage(
            directory: directory, key: .file(keyURL), timeout: timeout, wiping: wiping, onStep: onStep)
    }

    func file(for key: String) -> URL { directory.appendingPathComponent(SealedSecret.fileName(for: key)) }

    func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: directory.path)) }

    static func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return attributes[.posixPermissions] as? Int ?? -1
    }
}
