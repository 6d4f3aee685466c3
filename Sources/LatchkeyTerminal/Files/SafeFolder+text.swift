internal import Foundation

extension SafeFolder {
    /// 16 MiB: a file must not fill the memory.
    static let maximumLength = 16 << 20

    /// Creates a file with mode 0600 that is not there yet.
    func create(_ name: String, text: String) throws(EditFolderError) {
        let path = "\(path)/\(name)"
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .systemError(path, errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .systemError(path, errno) }
            written += count
        }
    }

    /// The text of a regular file of this user's, or nil when there is none. What is no
    /// UTF-8 is read as ISO 8859-1, in which every byte is a character: nothing is lost.
    func text(of name: String) throws(EditFolderError) -> String? {
        let path = "\(path)/\(name)"
        // Non-blocking: a FIFO in this place must not stop the reader for ever.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        if file < 0 {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .unsafe(path) : .systemError(path, errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .systemError(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { throw .unsafe(path) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .systemError(path, errno) }
            if count == 0 {
                return String(utf8: bytes) ?? String(bytes: bytes, encoding: .isoLatin1)
            }
            bytes += chunk.prefix(count)
            guard bytes.count <= Self.maximumLength else { throw .tooLong(path) }
        }
    }
}
