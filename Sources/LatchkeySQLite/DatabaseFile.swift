internal import Foundation
internal import LatchkeyPersistence

/// The file before SQLite opens it.
enum DatabaseFile {
    /// SQLite would create it as the umask says; its companions get the mode of the file.
    static func createIfAbsent(_ path: String) throws(PersistenceError) {
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file < 0 {
            if errno == EEXIST { return }
            throw .containerCreationFailed(reason: String(cString: strerror(errno)))
        }
        close(file)
    }
}
