internal import Crypto
internal import Foundation

/// The creation of a key file, durably and in one step.
enum KeyFile {
    /// Creates the file. An existing file is left as it is, with the key of the process that created it.
    static func create(_ path: String) throws(SecureStorageError) {
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        let temporary = "\(path).\(UUID().uuidString).tmp"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .saveFailed(.last) }
        defer {
            close(file)
            unlink(temporary)
        }
        do throws(SystemFailure) {
            try FileBytes.write(bytes, to: file)
            guard syncToDisk(file) else { throw .last }
            // `link`, not `rename`: it fails if another process was first, whose key must stay.
            guard link(temporary, path) == 0 || errno == EEXIST else { throw .last }
            try syncParent(of: path)
        } catch {
            throw .saveFailed(error)
        }
    }
}
