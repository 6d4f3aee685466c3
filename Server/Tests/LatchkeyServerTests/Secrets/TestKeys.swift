import LatchkeyEncoding

@testable import LatchkeyServer

/// Test keys by ID.
enum TestKeys {
    /// The bytes 0 to 31.
    static let text = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    static func entry(_ id: String, fill: UInt8) -> String {
        "\(id):\(Base64Text.encode([UInt8](repeating: fill, count: 32), as: .padded))"
    }

    static func keys(_ entries: String...) throws -> SecretKeys {
        try SecretKeys(parsing: entries.joined(separator: ","))
    }
}
