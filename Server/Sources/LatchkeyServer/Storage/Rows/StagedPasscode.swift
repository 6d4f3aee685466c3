/// A passcode that is staged for an account: the row in `staged_passcodes`.
struct StagedPasscode: Codable, Equatable, Sendable {
    let importID: String
    let email: String
    /// PHC text, sealed.
    let passcodeHash: String

    /// What the sealed hash is bound to.
    var context: String { Self.context(importID: importID, email: email) }

    static func context(importID: String, email: String) -> String { "import|\(importID)|\(email)" }
}
