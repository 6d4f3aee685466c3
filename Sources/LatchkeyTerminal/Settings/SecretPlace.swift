internal import Foundation
internal import LatchkeySecureStorage

/// Opens the place of a server's secrets. What is somewhere stays there; a new server's go where the setting says.
enum SecretPlace {
    static func files(of folder: ServerFolder) throws(SecureStorageError) -> FileSecureStorage {
        try FileSecureStorage(directory: folder.secrets, key: .file(folder.url.appending(path: "key")))
    }
}
