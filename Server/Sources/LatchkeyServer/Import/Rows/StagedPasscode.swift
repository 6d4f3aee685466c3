/// A passcode that is staged for an account: the row in `staged_passcodes`.
struct StagedPasscode: Equatable, Sendable {
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

extension StagedPasscode: TableRow {
    static let table = Table(
        "staged_passcodes",
        [
            .id("import_id").references("imports", onDelete: .cascade), .text("email", 1...254),
            .text("passcode_hash", 1...65_536),
        ],
        keyLength: 0, hasAge: true,
        indexes: [
            "INDEX staged_passcodes_of_import ON staged_passcodes (import_id\(sqlite: "", postgres: ", seq"))"
        ])

    init(_ row: inout RowReader) throws {
        importID = try row.id()
        email = try row.text()
        passcodeHash = try row.text()
    }

    var values: [SQLValue] { [.id(importID), .text(email), .text(passcodeHash)] }
}
