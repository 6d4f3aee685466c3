internal import Foundation
internal import LatchkeyPersistence

/// A text that was finished, or left behind, while the vault was locked.
struct Draft: Identifiable, Hashable, Sendable {
    /// The identifier that it was left under: saved as a note of this identifier, it is saved once however often.
    let id: UUID
    /// The note that was being edited, or nil for a new one.
    let noteID: UUID?
    let text: String
    /// When it was left.
    let date: Date
}

/// A draft as it is stored: HPKE's encapsulated key and ciphertext.
struct SealedDraft: PersistenceModel {
    static let persistenceName = "latchkey.draft"

    let id: UUID
    /// Whose private key opens it.
    let keyID: UUID
    let encapsulatedKey: Data
    let ciphertext: Data
}

/// A pair of keys for drafts. The private one is sealed by the vault.
struct DraftKey: PersistenceModel {
    static let persistenceName = "latchkey.draft-key"

    let id: UUID
    let publicKey: Data
    let sealedPrivateKey: Data

    static func purpose(of id: UUID) -> String { "latchkey/draft-key/1/\(id.uuidString)" }
}
