internal import Foundation

/// A file that is there to be locked.
enum LockFile {
    /// Opens the file, creates it if need be, and waits until nobody else has it locked.
    static func open(_ path: String) -> Result<Int32, SessionError> {
        let descriptor = Foundation.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return .failure(.turns(code: errno)) }
        while flock(descriptor, LOCK_EX) != 0 {
            // A signal is no reason to give up.
            let code = errno
            guard code == EINTR else {
                close(descriptor)
                return .failure(.turns(code: code))
            }
        }
        return .success(descriptor)
    }

    static func close(_ descriptor: Int32) { _ = Foundation.close(descriptor) }
}
