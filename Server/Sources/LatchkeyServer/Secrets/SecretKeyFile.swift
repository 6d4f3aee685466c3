import Foundation
import LatchkeyEncoding

// On Linux the compiler resolves `stat` to the first C module it finds. It is usually Foundation's, in a release build
// Dispatch's, and in some incremental builds NIO's.
#if canImport(CDispatch)
import CDispatch
#endif
#if canImport(CNIOLinux)
import CNIOLinux
#endif

/// The key file of a server with an embedded database.
struct SecretKeyFile {
    let path: String

    private var directory: String {
        let parent = (path as NSString).deletingLastPathComponent
        return parent.isEmpty ? "." : parent
    }

    /// Returns the keys; nil if there is no file.
    func read() throws(SecretKeysError) -> SecretKeys? {
        // Non-blocking: a FIFO must not block the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw failure("cannot be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("cannot be read") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .fileFailed(path: path, reason: "is not a regular file")
        }
        guard status.st_mode & 0o077 == 0 else { throw .fileTooOpen(path: path) }
        let text = try String(decoding: contents(of: descriptor), as: UTF8.self)
        do throws(SecretKeysError) {
            return try SecretKeys(parsing: text)
        } catch {
            throw .fileInvalid(path: path, reason: error)
        }
    }

    /// Creates the file durably and atomically, unless it exists: a process that opens it finds either no file or all
    /// of it.
    func createUnlessPresent(_ text: String, temporarySuffix: String) throws(SecretKeysError) {
        let temporary = "\(path).\(temporarySuffix).tmp"
        try write(text, toNew: temporary)
        defer { unlink(temporary) }
        // link(2), not rename(2): it fails if another process was first, whose keys must stay.
        guard link(temporary, path) == 0 || errno == EEXIST else { throw failure("cannot be created") }
        try syncDirectory()
    }

    /// Syncs the directory entry of the file to disk.
    func syncDirectory() throws(SecretKeysError) {
        let descriptor = open(directory, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { throw failure("its directory cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("its directory cannot be synced") }
    }

    private func write(_ text: String, toNew name: String) throws(SecretKeysError) {
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be created") }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw abandon(name) }
            rest = rest.dropFirst(count)
        }
        // A stricter umask would create a file that its owner cannot read.
        guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else { throw abandon(name) }
    }

    private func contents(of descriptor: Int32) throws(SecretKeysError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: SecretKeys.maximumTextLength)
        // One byte over the limit is enough to reject the file.
        while bytes.count <= SecretKeys.maximumTextLength {
            let count = chunk.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("cannot be read") }
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    private func abandon(_ name: String) -> SecretKeysError {
        let error = failure("cannot be written")
        unlink(name)
        return error
    }

    private func failure(_ what: String) -> SecretKeysError {
        .fileFailed(path: path, reason: "\(what): \(String(cString: strerror(errno)))")
    }
}

extension SecretKeys {
    /// Returns the keys of the file; at the first start, creates it with one new key (mode 0600) in an existing
    /// directory. Concurrent processes all return the same key.
    static func loadOrCreate(
        file: URL, random: some RandomSource = SystemRandomSource()
    ) throws(SecretKeysError) -> SecretKeys {
        let keyFile = SecretKeyFile(path: file.path(percentEncoded: false))
        if let keys = try keyFile.read() {
            // The process that created the file may not have synced its directory yet. A read-only directory is fine.
            try? keyFile.syncDirectory()
            return keys
        }
        let key = Base64Text.encode(random.bytes(SecretKey.length), as: .padded)
        try keyFile.createUnlessPresent("k1:\(key)\n", temporarySuffix: HexText.encode(random.bytes(8)))
        // Reads the file even after writing it, so that the keys in use are those on disk.
        guard let keys = try keyFile.read() else {
            throw .fileFailed(path: keyFile.path, reason: "disappeared after it was created")
        }
        return keys
    }
}
