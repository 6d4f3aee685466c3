import Crypto
import Foundation
import LatchkeyCore
import LatchkeyEncoding

/// The password of a caller without a session, in Basic authentication (RFC 7617). The user name is ignored.
struct BasicPassword: Equatable, Sendable, RedactedSecrets {
    /// The minimum length in characters: anyone who reaches the server can guess the password at network speed.
    private static let leastLength = 16
    static let rule = "printable text of at least \(leastLength) bytes"

    private let digest: SHA256Digest

    /// Returns nil unless the text matches the ``rule``.
    init?(_ text: String) {
        guard text.utf8.count >= Self.leastLength,
            !text.unicodeScalars.contains(where: \.isControl)
        else { return nil }
        digest = SHA256.hash(data: Data(text.utf8))
    }

    /// Throws ``AuthenticationChallenge`` unless an `Authorization` header has the password.
    func demand(in header: String?, realm: String) throws(AuthenticationChallenge) {
        guard isShown(in: header) else { throw AuthenticationChallenge(value: "Basic realm=\"\(realm)\"") }
    }

    /// Whether an `Authorization` header has the password. Compares digests in constant time (see
    /// ``StoredDigest/matches(_:)``), so that the time does not depend on the password's length either.
    func isShown(in header: String?) -> Bool {
        guard let parameter = header?.parameter(ofScheme: "basic"),
            let login = Base64Text.decode(Array(parameter.utf8.drop { $0 == UInt8(ascii: " ") })[...], as: .padded),
            let colon = login.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return digest == SHA256.hash(data: login[(colon + 1)...])
    }
}
