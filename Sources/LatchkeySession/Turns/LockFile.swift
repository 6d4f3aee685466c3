internal import Foundation

/// A file that is there to be locked.
enum LockFile {
    /// Opens the file, and creates it if need be.
    static func open(_ path: String) throws(SessionError) -> Int32 {
        let descriptor = Foundation.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .turns(code: errno) }
        return descriptor
    }

    /// Locks the file unless another descriptor has it locked, and returns whether it did. Never waits.
    static func tryLock(_ descriptor: Int32) throws(SessionError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            // A signal is no reason to give up.
            case EINTR: continue
            case EWOULDBLOCK: return false
            case let code: throw .turns(code: code)
            }
        }
        return true
    }

    static func close(_ descriptor: Int32) { _ = Foundation.close(descriptor) }
}
