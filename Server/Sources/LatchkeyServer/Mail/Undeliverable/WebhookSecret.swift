import Crypto
import Foundation

/// The password that mail services show, as Basic authentication has it (RFC 7617). The user's name does not count.
struct WebhookSecret: Equatable, Sendable, Redacted {
    private let digest: [UInt8]

    /// Nil for what no header can hold.
    init?(_ text: String) {
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            return nil
        }
        digest = Self.digest(Array(text.utf8))
    }

    /// Whether an `Authorization` header holds it. Digests are compared, so that not even its length shows in the time.
    func isShown(in header: String?) -> Bool {
        let parts = (header ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "basic", let login = Data(base64Encoded: String(parts[1])),
            let colon = login.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return ConstantTime.areEqual(digest, Self.digest(Array(login[(colon + 1)...])))
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
