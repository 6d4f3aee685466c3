/// A passcode that is staged for an account: the row in `staged_passcodes`.
struct StagedPasscode: Codable, Equatable, Sendable {
    let importID: String
    let email: String
    /// PHC text, sealed.
    let passcodeHash: String

    /// The context that the sealed hash is bound to.
    var context: String { Self.context(importID: importID, email: email) }

    static func context(importID: String, email: String) -> String { "import|\(importID)|\(email)" }
}

/// How far an import of passcodes has come: the column `state` of `imports`.
enum ImportState: String, Sendable {
    /// Its passcodes are staged one batch after the other, and count for nothing.
    case staging
    /// All are staged. From here on the import happens, whichever process completes it.
    case decided
    /// It does not happen; what was staged is deleted.
    case abandoned
}
