import Foundation
import LatchkeyPasskeys

/// A passkey of an account: the row in `passkeys`.
struct Passkey: Equatable, Sendable {
    /// The signature algorithm. The database has words, because its numbers are never negative.
    enum Algorithm: String, Codable, Sendable {
        case es256, eddsa, rs256
    }

    /// How the authenticator is connected, a hint for the browser (https://www.w3.org/TR/webauthn-3/#enum-transport).
    enum Transport: String, Codable, CaseIterable, Sendable {
        case ble, hybrid, `internal`, nfc, usb
        case smartCard = "smart-card"
    }

    /// The maximum number of passkeys per account.
    static let maximumCount = 10
    /// The lengths of a credential's ID in bytes (https://www.w3.org/TR/webauthn-3/#credential-id).
    static let credentialLengths: ClosedRange<Int64> = 1...1023
    static let counters: ClosedRange<Int64> = 0...Int64(UInt32.max)

    let id: String
    let accountID: String
    let credentialID: Data
    let algorithm: Algorithm
    /// The public key, sealed so that write access to the database without keys is not enough to add a passkey.
    let publicKey: String
    /// The signature counter of the last assertion.
    let counter: Int
    var name: String
    let transports: [Transport]
    let createdAt: Timestamp
    /// The time when it last unlocked a session; nil if never.
    let lastUsedAt: Timestamp?
}

extension Passkey: TableRow {
    static let table = Table(
        "passkeys",
        [
            .id("id"), .id("account_id").references("users", onDelete: .cascade),
            .data("credential_id", credentialLengths).unique, .word("algorithm"), .record("public_key"),
            .number("counter", counters), .text("name", 1...256), .text("transports", 2...256), .time("created_at"),
            .time("last_used_at").nullable,
        ],
        hasAge: true,
        indexes: [
            "INDEX passkeys_of_account ON passkeys (account_id, created_at\(sqlite: "", postgres: ", seq"))"
        ])

    init(_ row: inout RowReader) throws {
        id = try row.key()
        accountID = try row.id()
        credentialID = Data(try row.data())
        algorithm = try row.word()
        publicKey = try row.text()
        counter = try row.number()
        name = try row.text()
        let transports = try row.text()
        guard let list = try? JSONDecoder().decode([Transport].self, from: Data(transports.utf8)) else {
            throw row.unreadable
        }
        self.transports = list
        createdAt = try row.time()
        lastUsedAt = try row.optionalTime()
    }

    var values: [SQLValue] {
        [
            .id(id), .id(accountID), .data(credentialID), .word(algorithm), .text(publicKey), .count(counter),
            .text(name), .text(Self.text(of: transports)), .time(createdAt), .time(lastUsedAt),
        ]
    }

    /// Encodes transports as a JSON list. Words have no characters that JSON escapes.
    private static func text(of transports: [Transport]) -> String {
        "[" + transports.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]"
    }
}

extension Passkey.Algorithm {
    init(_ algorithm: PasskeyAlgorithm) {
        self =
            switch algorithm {
            case .es256: .es256
            case .eddsa: .eddsa
            case .rs256: .rs256
            }
    }

    var passkeyAlgorithm: PasskeyAlgorithm {
        switch self {
        case .es256: .es256
        case .eddsa: .eddsa
        case .rs256: .rs256
        }
    }
}
