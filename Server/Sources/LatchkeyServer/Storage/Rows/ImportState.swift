/// How far an import of passcodes has come: the column `state` of `imports`.
enum ImportState: String, Sendable {
    /// Its passcodes are staged one batch after the other, and count for nothing.
    case staging
    /// All are staged. From here on the import happens, whichever process completes it.
    case decided
    /// It does not happen; what was staged is deleted.
    case abandoned
}
