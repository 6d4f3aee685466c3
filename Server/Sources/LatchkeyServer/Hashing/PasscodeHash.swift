/// A verifier of a passcode: PHC text such as `$argon2id$v=19$m=19456,t=2,p=1$SALT$TAG`
/// (https://github.com/P-H-C/phc-string-format), of Argon2id version 19 only.
/// An imported one is `$sha256-argon2id$v=19$m=19456,t=2,p=1$LEGACYSALT$SALT$TAG`: Argon2id over a ``LegacyDigest``.
///
/// Its description is redacted: whoever has the text of a six-digit passcode has the passcode.
struct PasscodeHash: Sendable, Redacted {
    let parameters: Argon2Parameters
    let salt: [UInt8]
    let tag: [UInt8]
    /// Of a verifier that was made from a ``LegacyDigest``; nil when it was made from the passcode.
    let legacySalt: [UInt8]?

    /// The PHC text. To be sealed before it is stored.
    var text: String {
        let cost = "m=\(parameters.memoryKiB),t=\(parameters.passes),p=\(Argon2Limits.lanes)"
        let fields = [legacySalt, salt, tag].compactMap { $0.map { Base64Text.encode($0, as: .unpadded) } }
        let algorithm = legacySalt == nil ? "argon2id" : "sha256-argon2id"
        return "$\(algorithm)$v=19$\(cost)$\(fields.joined(separator: "$"))"
    }

    /// Nil when a length is not that of the parameters, or outside `Argon2Limits`.
    init?(parameters: Argon2Parameters, salt: [UInt8], tag: [UInt8], legacySalt: [UInt8]? = nil) {
        guard salt.count == Argon2Limits.saltLength, tag.count == parameters.tagLength,
            legacySalt.map({ Argon2Limits.legacySaltLength.contains($0.count) }) ?? true
        else { return nil }
        self.parameters = parameters
        self.salt = salt
        self.tag = tag
        self.legacySalt = legacySalt
    }
}
