internal import LatchkeySecureStorage

/// The services of the system that the app runs on. Each platform has the same members: where secrets are stored, what
/// recognises the user, what reports that the session locks, and a diagnosis of all that.
enum Desktop {
    static func fileStorage(in folder: ServerFolder) throws(SecureStorageError) -> FileSecureStorage {
        try FileSecureStorage(directory: folder.secrets, key: .file(folder.key))
    }
}
