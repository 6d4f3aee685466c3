internal import Crypto
internal import Foundation

/// The file format of a secret: `LKS1`, then nonce, ciphertext and tag of AES-256-GCM.
enum SealedSecret {
    static let magic = Data("LKS1".utf8)
    /// The maximum length of a secret, 1 MiB: it is a key or a token, and a foreign file must not fill memory.
    static let maximumLength = 1 << 20
    static let maximumFileLength = magic.count + nonceLength + maximumLength + tagLength
    static let nonceLength = 12
    static let tagLength = 16
    static let fileExtension = ".secret"

    /// Returns the name of a secret's file: a digest, so that no name is a path, and file systems that ignore case make
    /// no difference.
    static func fileName(for key: String) -> String {
        let digest = SHA256.hash(data: Data(key.utf8))
        return digest.map { hexDigits[Int($0 >> 4)] + hexDigits[Int($0 & 15)] }.joined() + fileExtension
    }

    private static let hexDigits = "0123456789abcdef".map(String.init)
}

/// The encryption of secrets under one key, each bound to its name.
struct SecretSeal: Sendable {
    let key: SymmetricKey

    /// Encrypts a secret, bound to its name. The nonce is random: after 2^32 writes under one key, the probability of a
    /// repeated nonce is 2^-33 (NIST SP 800-38D).
    func seal(_ secret: Data, key name: String) throws(SecureStorageError) -> Data {
        guard secret.count <= SealedSecret.maximumLength else { throw .saveFailed(SystemFailure(errno: EFBIG)) }
        do {
            let box = try AES.GCM.seal(secret, using: key, authenticating: authenticatedData(name))
            return SealedSecret.magic + Data(box.nonce) + box.ciphertext + box.tag
        } catch {
            throw .encodingFailed(type: "sealed record")
        }
    }

    func open(_ file: Data, key name: String) throws(SecureStorageError) -> Data {
        guard file.starts(with: SealedSecret.magic) else { throw .unreadable(reason: "not an encrypted secret") }
        do {
            let box = try AES.GCM.SealedBox(combined: file.dropFirst(SealedSecret.magic.count))
            return try AES.GCM.open(box, using: key, authenticating: authenticatedData(name))
        } catch {
            throw .unreadable(reason: "incomplete, changed, or encrypted with another key")
        }
    }

    private func authenticatedData(_ name: String) -> Data { SealedSecret.magic + Data(name.utf8) }
}
