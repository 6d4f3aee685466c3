/// A staged passcode: the row in `staged_passcodes`.
struct StagedPasscode: Equatable, Sendable {
    let importID: String
    let email: String
    /// The sealed PHC string.
    let passcodeHash: String

    /// The context to which the sealed hash is bound.
    var context: String { Self.context(importID: importID, email: email) }

    static func context(importID: String, email: String) -> String { "import|\(importID)|\(email)" }
}

/// The state of an import: the column `state` of `imports`.
enum ImportState: String, Sendable {
    /// Passcodes are being staged, without effect.
    case staging
    /// All passcodes are staged. Any process can complete the import.
    case decided
    /// The import was cancelled, and its staged passcodes are deleted.
    case abandoned
}

extension StagedPasscode: TableRow {
    static let table = Table(
        "staged_passcodes",
        [
            .id("import_id").references("imports", onDelete: .cascade), .email("email"),
            .record("passcode_hash"),
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
