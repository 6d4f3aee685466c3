internal import Foundation
internal import LatchkeyCore

/// Reads and writes of whole files through a descriptor.
enum FileBytes {
    /// Returns the content of a regular file of at most `limit` bytes. Longer files and other kinds of file are
    /// unreadable.
    static func read(_ descriptor: Int32, limit: Int) throws(SecureStorageError) -> Data {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .loadFailed(.last) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(reason: "not a regular file") }
        guard status.st_size <= off_t(limit) else { throw .unreadable(reason: "too long") }
        var bytes = Data(count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Foundation.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .loadFailed(.last) }
            if count == 0 { break }
            filled += count
        }
        return bytes.prefix(filled)
    }

    static func write(_ bytes: Data, to descriptor: Int32) throws(SystemFailure) {
        guard bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) else { throw .last }
    }
}

extension SystemFailure {
    /// The error of this thread's last failed call.
    static var last: SystemFailure { SystemFailure(errno: errno) }

    init(errno code: Int32) {
        self.init(code: code, text: String(cString: strerror(code)))
    }
}

/// Flushes the name of a file or directory to the disk.
func syncParent(of path: String) throws(SystemFailure) {
    let parent = (path as NSString).deletingLastPathComponent
    let directory = open(parent.isEmpty ? "." : parent, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard directory >= 0 else { throw .last }
    defer { close(directory) }
    guard syncToDisk(directory) else { throw .last }
}
