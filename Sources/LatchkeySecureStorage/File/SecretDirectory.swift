internal import Foundation

/// A directory that only its owner may enter, whose files are replaced as a whole.
///
/// All access goes through the open directory: moving or replacing its path later has no effect.
final class SecretDirectory: Sendable {
    private static let temporaryName = "pending.tmp"

    let identity: SecureStorageIdentity
    private let descriptor: Int32
    private let timeout: Duration
    private let onStep: @Sendable (FileWriteStep) -> Void

    init(
        path: String, timeout: Duration, onStep: @escaping @Sendable (FileWriteStep) -> Void
    ) throws(SecureStorageError) {
        (self.timeout, self.onStep) = (timeout, onStep)
        try Self.create(path)
        descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .loadFailed(.last) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .loadFailed(.last) }
        identity = SecureStorageIdentity("file", "\(status.st_dev)", "\(status.st_ino)")
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .unsafePermissions(path: path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Runs the body under an exclusive lock of this directory, across processes. Throws `.busy` at the end of the
    /// timeout.
    func locked<Value>(_ body: () throws(SecureStorageError) -> Value) throws(SecureStorageError) -> Value {
        // A lock belongs to an open file, so each call opens its own. It is released when the process ends.
        let turn = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard turn >= 0 else { throw .loadFailed(.last) }
        defer { close(turn) }
        // Polls: a wait in `flock` has no timeout, and the holder may have been stopped.
        let end = ContinuousClock.now + timeout
        while flock(turn, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .loadFailed(.last) }
            guard ContinuousClock.now < end else { throw .busy }
            usleep(1000)
        }
        return try body()
    }

    /// Returns the content of a file, or nil if it does not exist.
    func contents(of name: String, limit: Int) throws(SecureStorageError) -> Data? {
        // Non-blocking: a FIFO with this name must not block the reader forever.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        if file < 0 {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw .unreadable(reason: "a link, not a file") }
            throw .loadFailed(.last)
        }
        defer { close(file) }
        return try FileBytes.read(file, limit: limit)
    }

    /// Replaces the file's content, durably and in one step. Only within ``locked(_:)``.
    func replace(_ name: String, with bytes: Data) throws(SecureStorageError) {
        try writeTemporary(bytes)
        guard renameat(descriptor, Self.temporaryName, descriptor, name) == 0 else {
            let failure = SystemFailure.last
            unlinkat(descriptor, Self.temporaryName, 0)
            throw .saveFailed(failure)
        }
        onStep(.renamed)
        guard syncToDisk(descriptor) else { throw .saveFailed(.last) }
        onStep(.directorySynced)
    }

    /// Removes the file durably. An absent file is not an error. Only within ``locked(_:)``.
    func remove(_ name: String) throws(SecureStorageError) {
        guard unlinkat(descriptor, name, 0) == 0 else {
            if errno == ENOENT { return }
            throw .deleteFailed(.last)
        }
        onStep(.removed)
        guard syncToDisk(descriptor) else { throw .deleteFailed(.last) }
        onStep(.directorySynced)
    }

    /// Whether any file has this suffix.
    func containsFile(withSuffix suffix: String) throws(SecureStorageError) -> Bool {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else { throw .loadFailed(.last) }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name.hasSuffix(suffix) { return true }
        }
        return false
    }

    private func writeTemporary(_ bytes: Data) throws(SecureStorageError) {
        // We hold the lock, so a file with this name is a leftover of a process that was killed.
        unlinkat(descriptor, Self.temporaryName, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = openat(descriptor, Self.temporaryName, flags, 0o600)
        guard file >= 0 else { throw .saveFailed(.last) }
        defer { close(file) }
        onStep(.created)
        do throws(SystemFailure) {
            try FileBytes.write(bytes, to: file)
            onStep(.written)
            guard syncToDisk(file) else { throw .last }
            onStep(.synced)
        } catch {
            unlinkat(descriptor, Self.temporaryName, 0)
            throw .saveFailed(error)
        }
    }

    private static func create(_ path: String) throws(SecureStorageError) {
        if mkdir(path, 0o700) != 0 {
            if errno == EEXIST { return }
            let parent = (path as NSString).deletingLastPathComponent
            guard errno == ENOENT, parent != path, !parent.isEmpty else { throw .saveFailed(.last) }
            try create(parent)
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .saveFailed(.last) }
        }
        do { try syncParent(of: path) } catch { throw .saveFailed(error) }
    }
}

/// The steps of a change, after each of which a crash can occur.
package enum FileWriteStep: String, CaseIterable, Sendable {
    case created, written, synced, renamed, removed, directorySynced
}
