internal import Crypto
public import Foundation

/// The key of a ``FileSecureStorage``: a file of exactly 32 random bytes.
public enum FileSecureStorageKey: Sendable {
    /// A file that only the user may read. It is created if it is missing and the directory contains no secret.
    case file(URL)
    /// A file that the service manager provides and protects. It is never created.
    case credential(URL)

    static let length = 32

    /// Returns a credential that systemd decrypted for this service (`LoadCredentialEncrypted=`), or nil outside of a
    /// service. It is the file of this name in the directory `CREDENTIALS_DIRECTORY`.
    public static func systemdCredential(
        named name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Self? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"], directory.hasPrefix("/"),
            !name.isEmpty, !name.contains("/"), name != ".", name != ".."
        else { return nil }
        return .credential(URL(fileURLWithPath: directory, isDirectory: true).appendingPathComponent(name))
    }

    func load(for directory: SecretDirectory) throws(SecureStorageError) -> SymmetricKey {
        switch self {
        case .credential(let url):
            guard let key = try read(url.path, ownersOnly: false) else { throw missing }
            return key
        case .file(let url):
            if let key = try read(url.path, ownersOnly: true) { return key }
            return try directory.locked { () throws(SecureStorageError) in
                if let key = try read(url.path, ownersOnly: true) { return key }
                // A new key would make every secret unreadable without a visible reason.
                guard try !directory.containsFile(withSuffix: SealedSecret.fileExtension) else { throw missing }
                try KeyFile.create(url.path)
                guard let key = try read(url.path, ownersOnly: true) else { throw missing }
                return key
            }
        }
    }

    private var missing: SecureStorageError { .unreadable(reason: "the key is missing") }

    private func read(_ path: String, ownersOnly: Bool) throws(SecureStorageError) -> SymmetricKey? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0 {
            if errno == ENOENT { return nil }
            throw .loadFailed(.last)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .loadFailed(.last) }
        if ownersOnly {
            guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .unsafePermissions(path: path) }
        }
        let bytes = try FileBytes.read(file, limit: Self.length)
        guard bytes.count == Self.length else { throw .unreadable(reason: "the key file does not contain a key") }
        return SymmetricKey(data: bytes)
    }
}
