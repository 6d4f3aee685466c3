/// A verifier of a passcode: PHC text such as `$argon2id$v=19$m=19456,t=2,p=1$SALT$TAG`
/// (https://github.com/P-H-C/phc-string-format), of Argon2id version 19 only.
///
/// Its description is redacted: whoever has the text of a six-digit passcode has the passcode.
struct PasscodeHash: Sendable, Redacted {
    let parameters: Argon2Parameters
    let salt: [UInt8]
    let tag: [UInt8]

    /// The PHC text. To be sealed before it is stored.
    var text: String {
        let cost = "m=\(parameters.memoryKiB),t=\(parameters.passes),p=\(parameters.lanes)"
        let salt = Base64Text.encode(salt, as: .unpadded)
        let tag = Base64Text.encode(tag, as: .unpadded)
        return "$argon2id$v=19$\(cost)$\(salt)$\(tag)"
    }

    /// Nil when a length is not that of the parameters.
    init?(parameters: Argon2Parameters, salt: [UInt8], tag: [UInt8]) {
        guard salt.count == parameters.saltLength, tag.count == parameters.tagLength else { return nil }
        self.parameters = parameters
        self.salt = salt
        self.tag = tag
    }
}
